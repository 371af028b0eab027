import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import type { Header, TransferRecord } from "../../transfer/record.ts";
import type { Found, Person } from "../model/found.ts";
import type { Json } from "../model/json.ts";

type Counts = Record<"organizations" | "folders" | "documents" | "users" | "threads" | "comments", number>;

const flushBytes = 1024 * 1024;

/**
 * Writes a file for an import, in which places precede their contents. Threads are first written to a separate file while their places are
 * collected. At the end the whole file is assembled under another name and renamed, so that it is either complete or missing.
 */
export class ExportWriter implements AsyncDisposable {
  readonly counts: Counts = { organizations: 0, folders: 0, documents: 0, users: 0, threads: 0, comments: 0 };
  readonly #places = new Map<string, TransferRecord>();
  readonly #users = new Map<string, TransferRecord>();
  readonly #threads = new Set<string>();
  readonly #digest = createHash("sha256");
  readonly #path: string;
  readonly #part: FileHandle;
  #waiting: string[] = [];
  #bytes = 0;

  private constructor(path: string, part: FileHandle) {
    this.#path = path;
    this.#part = part;
  }

  static async open(path: string): Promise<ExportWriter> {
    return new ExportWriter(path, await open(`${path}.threads`, "w", 0o600));
  }

  place(found: Exclude<Found, { readonly type: "thread" }>): void {
    const { organizationId } = found;
    const more = found.type === "organization" ? found.more : {};
    this.#place("organization", [organizationId], { type: "organization", at: {}, item: { organizationId, ...more } });
    if (found.type === "organization") return;
    const at = { organizationId };
    const item = found.type === "folder" ? { folderId: found.folderId } : { ...found.more, documentId: found.documentId };
    const id = found.type === "folder" ? found.folderId : found.documentId;
    this.#place(found.type, [organizationId, id], { type: found.type, at, item });
  }

  /** Adds a thread and everyone in it; returns false for a duplicate. */
  async thread(record: TransferRecord, people: readonly Person[], comments: number): Promise<boolean> {
    const { organizationId = "", documentId = "" } = record.at;
    const key = JSON.stringify([organizationId, documentId, record.item.annotationId]);
    if (this.#threads.has(key)) return false;
    this.#threads.add(key);
    this.place({ type: "document", organizationId, documentId });
    for (const person of people) this.#user(organizationId, person);
    this.counts.threads++;
    this.counts.comments += comments;
    const line = `${JSON.stringify(record)}\n`;
    this.#digest.update(line);
    this.#waiting.push(line);
    this.#bytes += line.length;
    if (this.#bytes >= flushBytes) await this.#flush();
    return true;
  }

  /** Writes the whole file. The export's id is derived from its contents, so the same threads converted again are the same export. */
  async finish(convertedFrom: string): Promise<void> {
    await this.#flush();
    const ofTypes = Map.groupBy(this.#places.values(), ({ type }) => type);
    const places = (["organization", "folder", "document"] as const).flatMap((type) => ofTypes.get(type) ?? []);
    const before = [...places, ...this.#users.values()].map((record) => `${JSON.stringify(record)}\n`);
    for (const line of before) this.#digest.update(line);
    Object.assign(this.counts, {
      organizations: ofTypes.get("organization")?.length ?? 0,
      folders: ofTypes.get("folder")?.length ?? 0,
      documents: ofTypes.get("document")?.length ?? 0,
      users: this.#users.size,
    });
    const exportId = this.#digest.digest("hex").slice(0, 32);
    const header: Header & Json = { type: "parley-export", version: 1, exportId, apiKey: "", startedAt: Date.now(), convertedFrom };
    {
      await using whole = await open(`${this.#path}.whole`, "w", 0o600);
      await whole.appendFile(`${JSON.stringify(header)}\n${before.join("")}`);
      for await (const chunk of createReadStream(`${this.#path}.threads`)) await whole.appendFile(chunk as Buffer);
      await whole.appendFile(`${JSON.stringify({ type: "end", records: before.length + this.counts.threads })}\n`);
      await whole.sync();
    }
    await rename(`${this.#path}.whole`, this.#path);
  }

  #place(type: string, ids: readonly string[], record: TransferRecord): void {
    const key = JSON.stringify([type, ...ids]);
    const known = this.#places.get(key);
    // A place may occur in a thread before it is described itself.
    this.#places.set(key, known === undefined ? record : { ...known, item: { ...known.item, ...record.item } });
  }

  // A user of whom only the id is known is left out, because the comments have the id already.
  #user(organizationId: string, person: Person): void {
    if (person.name === undefined && person.email === undefined && person.photoUrl === undefined) return;
    const key = JSON.stringify([organizationId, person.userId]);
    const said = Object.fromEntries(Object.entries(person).filter(([, value]) => value !== undefined));
    this.#users.set(key, { type: "user", at: { organizationId }, item: { ...this.#users.get(key)?.item, ...said } });
  }

  async #flush(): Promise<void> {
    const text = this.#waiting.join("");
    this.#waiting = [];
    this.#bytes = 0;
    await this.#part.appendFile(text);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#part.close();
    await rm(`${this.#path}.threads`, { force: true });
    await rm(`${this.#path}.whole`, { force: true });
  }
}
