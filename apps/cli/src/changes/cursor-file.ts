import { open, readFile, rename } from "node:fs/promises";
import { dirname } from "node:path";

/** The cursor behind the written output, in a file that stays whole after a kill and after a loss of power. */
export class CursorFile {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** The stored cursor; undefined before the first. */
  async read(): Promise<string | undefined> {
    try {
      return (await readFile(this.#path, "utf8")).trim() || undefined;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw error;
    }
  }

  async write(cursor: string): Promise<void> {
    const next = `${this.#path}.next`;
    {
      await using file = await open(next, "w");
      await file.writeFile(`${cursor}\n`);
      await file.sync();
    }
    await rename(next, this.#path);
    await using folder = await open(dirname(this.#path));
    await folder.sync();
  }
}
