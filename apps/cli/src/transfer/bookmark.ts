import { readFile, rename, rm, writeFile } from "node:fs/promises";

/** How far something is that may be killed at any moment, in a file beside the one that it works on. */
export class Bookmark<Place> {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  async read(): Promise<Place | undefined> {
    try {
      return JSON.parse(await readFile(this.#path, "utf8")) as Place;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw error;
    }
  }

  /** Whole or not at all: a kill leaves the place before. */
  async write(place: Place): Promise<void> {
    const next = `${this.#path}.${process.pid}`;
    await writeFile(next, JSON.stringify(place));
    await rename(next, this.#path);
  }

  async remove(): Promise<void> {
    await rm(this.#path, { force: true });
  }
}
