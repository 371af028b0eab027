import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

/** A request to the server: the key and the body. */
interface Asked {
  readonly key: string;
  // biome-ignore lint/suspicious/noExplicitAny: the provider's own form
  readonly body: any;
  /** Resolves when the connection has closed: true if the response was incomplete. */
  readonly cutOff: Promise<boolean>;
}

type Answer = (response: ServerResponse, asked: Asked) => void | Promise<void>;

const about = { id: "chatcmpl-1", created: 1_795_228_800, model: "gpt-4o" };
const usage = { prompt_tokens: 9, completion_tokens: 7, total_tokens: 16 };

/** A stub for OpenAI behind PARLEY_OPENAI_BASE_URL. The rewriter's own tests cover the whole wire format. */
export class OpenAiServer {
  readonly asked: Asked[] = [];
  answer: Answer = say("Good day.");
  readonly #server: Server;

  private constructor() {
    this.#server = createServer(async (request, response) => {
      const cutOff = once(response, "close").then(() => !response.writableFinished);
      const asked = { key: String(request.headers.authorization).replace("Bearer ", ""), body: await json(request), cutOff };
      this.asked.push(asked);
      await this.answer(response, asked);
    });
  }

  static async start(): Promise<OpenAiServer> {
    const server = new OpenAiServer();
    server.#server.listen(0, "127.0.0.1");
    await once(server.#server, "listening");
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}

/** Answers with this text, as a whole or as a stream, regardless of the request. */
export function say(...pieces: string[]): Answer {
  return (response, { body }) => {
    if (body.stream) {
      begin(response, ...pieces);
      finish(response);
      return;
    }
    const choice = { index: 0, message: { role: "assistant", content: pieces.join("") }, finish_reason: "stop" };
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify({ ...about, object: "chat.completion", choices: [choice], usage }));
  };
}

/** Begins a stream with these pieces of text. */
export function begin(response: ServerResponse, ...pieces: string[]): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const content of pieces) response.write(chunk({ content }, null));
}

/** Ends a running stream after these pieces of text. */
export function finish(response: ServerResponse, ...pieces: string[]): void {
  for (const content of pieces) response.write(chunk({ content }, null));
  const last = { ...about, object: "chat.completion.chunk", choices: [], usage };
  response.end(`${chunk({}, "stop")}data: ${JSON.stringify(last)}\n\ndata: [DONE]\n\n`);
}

export function refuse(status: number, message: string): Answer {
  return (response) => {
    response
      .writeHead(status, { "content-type": "application/json" })
      .end(JSON.stringify({ error: { message, type: "server_error", code: null } }));
  };
}

function chunk(delta: object, finish_reason: string | null): string {
  return `data: ${JSON.stringify({ ...about, object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
}
