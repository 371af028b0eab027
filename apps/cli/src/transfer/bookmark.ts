import { readFile, rm } from "node:fs/promises";
import { writePrivateFile } from "../files/write-private-file.ts";

/** The progress of work that may be killed at any moment, in a file next to the one that it works on. */
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

  write(place: Place): Promise<void> {
    return writePrivateFile(this.#path, JSON.stringify(place));
  }

  async remove(): Promise<void> {
    await rm(this.#path, { force: true });
  }
}
