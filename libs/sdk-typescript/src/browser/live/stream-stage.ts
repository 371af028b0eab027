import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { FetchAnswer } from "../../sending/fetch.ts";
import { ChangeStream } from "./change-stream.ts";
import type { Follower } from "./follower.ts";

// ms
const longestMs = 5_000;

export interface Connection {
  readonly documentIds: readonly string[];
  readonly cursor: string;
  readonly tell: (event: string, id: string, data?: object) => void;
  readonly close: () => void;
  readonly fail: (error: Error) => void;
  readonly isLeft: () => boolean;
}

/** A window with a stream whose connections the test controls. Each error in the script fails one attempt to connect. */
export function stage({ browser = String(randomUUID()), name = undefined as string | undefined } = {}) {
  const script: Error[] = [];
  const connections: Connection[] = [];
  let [taken, refused] = [0, 0];
  const open = async (documentIds: readonly string[], cursor: string): Promise<FetchAnswer> => {
    const failure = script.shift();
    if (failure !== undefined) throw failure;
    const encoder = new TextEncoder();
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    let isLeft = false;
    const body = new ReadableStream<Uint8Array>({
      start: (made) => {
        controller = made;
      },
      cancel: () => {
        isLeft = true;
      },
    });
    connections.push({
      documentIds,
      cursor,
      tell: (event, id, data = {}) => controller?.enqueue(encoder.encode(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)),
      close: () => controller?.close(),
      // The events before the failure are read first.
      fail: (error) => void setImmediate().then(() => controller?.error(error)),
      isLeft: () => isLeft,
    });
    return { ok: true, status: 200, headers: new Headers(), body, text: async () => "" };
  };
  const opened = async () => {
    await until(() => connections.length > taken);
    const connection = connections[taken++];
    if (connection === undefined) throw new Error("There is no connection.");
    return connection;
  };
  return {
    script,
    opened,
    connections,
    refused: () => refused,
    stream: new ChangeStream({ open, onRefused: () => refused++, host: browser, nameOf: async () => name }),
  };
}

export function list(documentId: string | undefined) {
  const heard: string[] = [];
  const follower: Follower = {
    place: { organizationId: "acme", documentId },
    begin: () => heard.push("begin"),
    resume: () => heard.push("resume"),
    interrupt: (error, isFinal) => heard.push(isFinal ? `over: ${error instanceof Error ? error.message : error}` : "interrupted"),
    hear: ({ changeId }) => heard.push(`change ${changeId}`),
  };
  return { ...follower, heard };
}

export async function until(isSo: () => boolean): Promise<void> {
  for (const endsAtMs = performance.now() + longestMs; !isSo(); await setImmediate())
    if (performance.now() > endsAtMs) throw new Error("The expected state was not reached.");
}
