import { Client } from "undici";
import { ChangesStream } from "./changes-stream.ts";
import { organizationId, type PagePlace } from "./pages-stage.ts";

const ownChanges = { path: "/v2/me/changes/stream", idOf: /"commentId":"([^"]*)"/ };

/** An open page, with the connections of the browser client: a stream of its document, and a connection for requests. */
export class OpenPage {
  /** Identifies the document among those of all API keys. */
  readonly document: string;
  readonly #documentId: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #client: Client;
  #asked: number;

  private constructor(url: string, { apiKey, documentId, token }: PagePlace, asked: number) {
    this.document = `${apiKey} ${documentId}`;
    this.#documentId = documentId;
    this.#headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    this.#client = new Client(url, { keepAliveTimeout: 60_000 });
    this.#asked = asked;
  }

  /** `asked` selects the page's first read, so that pages differ. */
  static async open(url: string, place: PagePlace, asked: number, onComment: (page: OpenPage, commentId: string) => void) {
    const page = new OpenPage(url, place, asked);
    const watched = { organizationId, documentIds: [place.documentId], include: ["thread"] };
    await ChangesStream.open({ url, headers: page.#headers }, watched, (commentId) => onComment(page, commentId), ownChanges);
    return page;
  }

  /**
   * Sends one of the page's reads in turn: its threads, its user's inbox, the counts of its document. Returns whether the request was
   * accepted.
   */
  async ask(): Promise<boolean> {
    const documentId = this.#documentId;
    const turn = this.#asked++ % 3;
    if (turn === 0) return this.#post("/v2/me/threads/get", { organizationId, documentId });
    if (turn === 1) return this.#post("/v2/me/inbox/get", { organizationId });
    return this.#post("/v2/me/counts/get", { organizationId, documentIds: [documentId] });
  }

  /** Returns whether the request was accepted. */
  async comment(commentId: string): Promise<boolean> {
    const commentData = [{ commentId, commentText: "As long as comments usually are, or a little longer." }];
    return this.#post("/v2/me/comments/add", { organizationId, documentId: this.#documentId, annotationId: "t0", commentData });
  }

  async #post(path: string, data: object): Promise<boolean> {
    const { statusCode, body } = await this.#client.request({
      path,
      method: "POST",
      headers: this.#headers,
      body: JSON.stringify({ data }),
    });
    const text = await body.text();
    if (statusCode === 429 || statusCode === 503) return false;
    if (statusCode !== 200 || text.includes('"success":false')) throw new Error(`${path} answered ${statusCode}: ${text.slice(0, 300)}`);
    return true;
  }
}
