import { readFile, rename, rm, writeFile } from "node:fs/promises";

/** The progress of something that may be killed at any moment, in a file beside the one that it works on. */
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

  /** Written whole or not at all: after a kill the previous position is still there. */
  async write(place: Place): Promise<void> {
    const next = `${this.#path}.${process.pid}`;
    await writeFile(next, JSON.stringify(place));
    await rename(next, this.#path);
  }

  async remove(): Promise<void> {
    await rm(this.#path, { force: true });
  }
}
