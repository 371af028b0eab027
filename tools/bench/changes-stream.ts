import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import type { Caller } from "../installation/caller.ts";

const idOf = /"activityId":"([^"]*)"/;

/** Reads a stream of changes and extracts only the record's id from each change. */
export class ChangesStream {
  readonly #response: IncomingMessage;
  #text = "";

  private constructor(response: IncomingMessage, onChange: (activityId: string) => void) {
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

  static async open({ url, headers }: Caller, data: object, onChange: (activityId: string) => void): Promise<ChangesStream> {
    const sent = request(`${url}/v2/changes/stream`, { method: "POST", agent: false, headers });
    sent.on("error", () => undefined);
    sent.end(JSON.stringify({ data }));
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    if (response.statusCode !== 200) throw new Error(`The stream failed with status ${response.statusCode}.`);
    return new ChangesStream(response, onChange);
  }

  close(): void {
    this.#response.destroy();
  }
}
