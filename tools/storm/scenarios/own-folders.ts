import type { Random } from "../random.ts";

const rootId = "root";
const deepest = 5;

/** The state of a writer's folders: their parents, and the documents in each. */
export class OwnFolders {
  readonly #random: Random;
  readonly #parents = new Map<string, string>();
  readonly #names = new Map<string, string>();
  readonly #documents = new Map<string, string>();

  constructor(random: Random) {
    this.#random = random;
  }

  get folders(): readonly string[] {
    return [...this.#parents.keys()];
  }

  get documents(): readonly string[] {
    return [...this.#documents.keys()];
  }

  any(): string {
    return this.#random.pick(this.folders);
  }

  /** A place for another folder or document. */
  anyPlace(): string {
    return this.#random.pick([rootId, ...this.folders.filter((folderId) => this.#pathOf(folderId).length < deepest)]);
  }

  /** A place for the folder with its content: not within itself, and not so deep that others could not be placed. */
  placeFor(folderId: string): string {
    const height = Math.max(...this.folders.map((other) => this.#pathOf(other).indexOf(folderId))) + 1;
    if (height >= deepest) return rootId;
    const outside = this.folders.filter((other) => !this.#pathOf(other).includes(folderId) && this.#pathOf(other).length === 1);
    return this.#random.pick([rootId, ...outside]);
  }

  put(folderId: string, parentFolderId: string): void {
    this.#parents.set(folderId, parentFolderId);
  }

  rename(folderId: string, name: string): void {
    this.#names.set(folderId, name);
  }

  putDocument(documentId: string, folderId: string): void {
    this.#documents.set(documentId, folderId);
  }

  /** Removes the folder with its content; returns the ids of all. */
  remove(folderId: string): string[] {
    const folders = this.folders.filter((other) => this.#pathOf(other).includes(folderId));
    const documents = this.documents.filter((documentId) => folders.includes(this.#documents.get(documentId) ?? ""));
    for (const id of folders) this.#parents.delete(id);
    for (const id of documents) this.#documents.delete(id);
    return [...folders, ...documents];
  }

  /** The expected value of a folder. */
  valueOf(folderId: string): string {
    return folderValue(this.#names.get(folderId) ?? "", this.#parents.get(folderId) ?? rootId);
  }

  // From the folder to the top.
  #pathOf(folderId: string): string[] {
    const parent = this.#parents.get(folderId) ?? rootId;
    return parent === rootId ? [folderId] : [folderId, ...this.#pathOf(parent)];
  }
}

export function folderValue(name: string, parentFolderId: string): string {
  return `${name} in ${parentFolderId}`;
}
