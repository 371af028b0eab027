import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { groupsAnswer, messagesOfThread, threadsPage, usersAnswer } from "./cord-fixture.ts";
import { designers, roomsPage, threadsOfRoom } from "./liveblocks-fixture.ts";
import { originalPage } from "./original-fixture.ts";
import { figmaAnswers } from "./table-fixture.ts";

/** The four products, and the files of one, at one address. Each request is refused once, as a busy product refuses it. */
interface SourceServer {
  readonly url: string;
  /** Every answered request; a request that was answered twice is listed twice. */
  readonly answered: string[];
}

const answerMs = 5;

export async function startSourceServer(): Promise<SourceServer> {
  const answered: string[] = [];
  const refused = new Set<string>();
  const server = createServer((request, response) => {
    void answer(request, response, answered, refused);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The source has no port.");
  return { url: `http://127.0.0.1:${address.port}`, answered };
}

async function answer(request: IncomingMessage, response: ServerResponse, answered: string[], refused: Set<string>): Promise<void> {
  const body = await text(request);
  const name = `${request.url} ${body}`;
  const { url = "" } = request;
  if (url.startsWith("/files/")) return end(response, 200, { file: url });
  if (url.startsWith("/v1/files/")) return end(response, 200, JSON.parse(figmaAnswers().split("\n")[0] ?? ""));
  if (request.headers.authorization !== "Bearer their-secret") return end(response, 401, { error: "who?" });
  if (refused.size < 3 && !refused.has(name)) {
    refused.add(name);
    response.setHeader("retry-after", "0");
    return end(response, 429, { error: "slow down" });
  }
  await delay(answerMs);
  answered.push(name);
  const found = answerTo(new URL(url, `http://${request.headers.host}`), body);
  return found === undefined ? end(response, 404, {}) : end(response, 200, found);
}

function answerTo({ pathname, searchParams, origin }: URL, body: string): unknown {
  if (pathname === "/v2/commentannotations/get") {
    const { organizationId, pageToken } = JSON.parse(body).data;
    return originalPage(organizationId, pageToken);
  }
  if (pathname === "/v2/rooms") return roomsPage(searchParams.get("startingAfter"));
  const [, room] = /^\/v2\/rooms\/([^/]+)\/threads$/.exec(pathname) ?? [];
  if (room !== undefined) return threadsOfRoom(decodeURIComponent(room));
  const [, file] = /^\/v2\/rooms\/[^/]+\/attachments\/([^/]+)$/.exec(pathname) ?? [];
  if (file !== undefined) return { type: "attachment", id: file, url: `${origin}/files/${file}`, expiresAt: new Date().toISOString() };
  if (pathname === "/v2/groups/designers") return designers;
  if (pathname === "/v1/users") return usersAnswer;
  if (pathname === "/v1/groups") return groupsAnswer;
  if (pathname === "/v1/threads") return threadsPage(searchParams.get("token"));
  const [, thread] = /^\/v1\/threads\/([^/]+)\/messages$/.exec(pathname) ?? [];
  return thread === undefined ? undefined : messagesOfThread(decodeURIComponent(thread));
}

function end(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}
