import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

/** The content of an export, without order. */
class ExportContent {
  /** The count of each line, by its digest, with its beginning for people. */
  readonly #lines = new Map<string, { count: number; text: string }>();
  records = 0;
  comments = 0;

  add(line: string): void {
    const { type, item } = JSON.parse(line) as { type: string; item?: { commentData?: readonly unknown[]; comments?: readonly unknown[] } };
    if (item === undefined) return;
    const digest = createHash("sha256").update(line).digest("base64");
    const known = this.#lines.get(digest);
    this.#lines.set(digest, { count: (known?.count ?? 0) + 1, text: `${type} ${JSON.stringify(item).slice(0, 100)}` });
    this.records++;
    this.comments += item.commentData?.length ?? 0;
    if (type === "comment") this.comments++;
  }

  /** The lines that are missing in the other export, or less frequent. */
  missingIn(other: ExportContent): string[] {
    return [...this.#lines].filter(([digest, { count }]) => (other.#lines.get(digest)?.count ?? 0) < count).map(([, { text }]) => text);
  }
}

export async function contentOf(file: string): Promise<ExportContent> {
  const content = new ExportContent();
  for await (const line of createInterface({ input: createReadStream(file) })) content.add(line);
  return content;
}
