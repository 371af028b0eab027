import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, open, rename } from "node:fs/promises";
import { extname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Unreached, UsageError } from "../../terminal/problem.ts";
import type { FoundThread } from "../model/found.ts";
import { type Json, object, text } from "../model/json.ts";
import type { LeftOut } from "../model/left-out.ts";
import type { Source, SourceClient } from "../model/source.ts";

const deadlineMs = 600_000;
const attempts = 3;
const pauseMs = 1_000;

/** Where files are written, and the address at which the customer will put that folder. */
interface FilesOptions {
  readonly folder: string;
  readonly at: string;
}

/** Downloads the files of attachments from a source whose addresses expire. A file that is in the folder is not downloaded again. */
export class AttachmentFiles {
  readonly #folder: string;
  readonly #at: string;
  readonly #client: SourceClient;
  readonly #filePath: NonNullable<Source["filePath"]>;
  readonly #leftOut: LeftOut;

  private constructor({ folder, at }: FilesOptions, client: SourceClient, filePath: NonNullable<Source["filePath"]>, leftOut: LeftOut) {
    this.#folder = folder;
    this.#at = at.endsWith("/") ? at.slice(0, -1) : at;
    this.#client = client;
    this.#filePath = filePath;
    this.#leftOut = leftOut;
  }

  static async open(options: FilesOptions, client: SourceClient, { filePath }: Source, leftOut: LeftOut): Promise<AttachmentFiles> {
    if (filePath === undefined) throw new UsageError("The attachments of this source have addresses of their own: --files is not for it.");
    if (!/^https?:\/\/[^/?#]+[^?#]*$/.test(options.at))
      throw new UsageError("--files-at is a URL without a query, such as https://files.acme.example/comments.");
    await mkdir(options.folder, { recursive: true, mode: 0o700 });
    return new AttachmentFiles(options, client, filePath, leftOut);
  }

  /** The thread, whose attachments have the addresses at which the customer puts their files. */
  async of(thread: FoundThread): Promise<FoundThread> {
    const comments = [];
    for (const comment of thread.comments) {
      const attachments: Json[] = [];
      for (const attachment of comment.attachments) {
        const name = await this.#kept(thread, attachment);
        if (name === undefined)
          this.#leftOut.count("file of an attachment that the source does not have", `${thread.annotationId} ${comment.commentId}`);
        attachments.push(name === undefined ? attachment : { ...attachment, url: `${this.#at}/${name}` });
      }
      comments.push({ ...comment, attachments });
    }
    return { ...thread, comments };
  }

  /** The name of the file in the folder, of which its author chose only the ending; undefined if the source does not have it. */
  async #kept(thread: FoundThread, { attachmentId, name }: Json): Promise<string | undefined> {
    const path = this.#filePath(thread, text(attachmentId));
    const [ending = ""] = /^\.[A-Za-z0-9]{1,10}$/.exec(extname(text(name))) ?? [];
    const file = `${createHash("sha256").update(path).digest("hex")}${ending.toLowerCase()}`;
    if (existsSync(join(this.#folder, file))) return file;
    let problem = "";
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const { url } = object(await this.#client.now(path));
      if (text(url) === "") return undefined;
      const status = await this.#download(text(url), join(this.#folder, file)).catch((error: unknown) => {
        problem = error instanceof Error ? error.message : String(error);
      });
      if (status === 200) return file;
      // Some servers answer 403 for a file that is not there.
      if (status !== undefined && status < 500 && status !== 429 && (status !== 403 || attempt === attempts)) return undefined;
      if (status !== undefined) problem = `status ${status}`;
      await delay(pauseMs);
    }
    throw new Unreached(`The file of ${path} could not be downloaded in ${attempts} attempts: ${problem}`);
  }

  /** Sends none of the source's headers, because the address is that of another server. */
  async #download(url: string, to: string): Promise<number> {
    const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(deadlineMs) });
    if (response.status !== 200 || response.body === null) {
      await response.body?.cancel();
      return response.status;
    }
    const part = `${to}.part`;
    await using handle = await open(part, "w", 0o600);
    for await (const chunk of response.body) await handle.appendFile(chunk);
    await handle.sync();
    await rename(part, to);
    return 200;
  }
}
