import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import type { Caller } from "../installation/caller.ts";

const activityIds = { path: "/v2/changes/stream", idOf: /"activityId":"([^"]*)"/ };

/** Which stream is read, and which id is extracted from each change. */
interface StreamKind {
  readonly path: string;
  readonly idOf: RegExp;
}

/** Reads a stream of changes and extracts only one id from each change, unless told otherwise the activity's. */
export class ChangesStream {
  readonly #response: IncomingMessage;
  #text = "";

  private constructor(response: IncomingMessage, idOf: RegExp, onChange: (id: string) => void) {
    this.#response = response;
    response.setEncoding("utf8");
    response.on("error", () => undefined);
    response.on("data", (text: string) => {
      const frames = `${this.#text}${text}`.split("\n\n");
      this.#text = frames.pop() ?? "";
      for (const frame of frames) {
        const id = idOf.exec(frame)?.[1];
        if (id !== undefined) onChange(id);
      }
    });
  }

  static async open(
    { url, headers }: Pick<Caller, "url" | "headers">,
    data: object,
    onChange: (id: string) => void,
    { path, idOf }: StreamKind = activityIds,
  ): Promise<ChangesStream> {
    const sent = request(url + path, { method: "POST", agent: false, headers });
    sent.on("error", () => undefined);
    sent.end(JSON.stringify({ data }));
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    if (response.statusCode !== 200) throw new Error(`The stream failed with status ${response.statusCode}.`);
    return new ChangesStream(response, idOf, onChange);
  }

  close(): void {
    this.#response.destroy();
  }
}
