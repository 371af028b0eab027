import type { Random } from "../random.ts";

const rootId = "root";
const deepest = 5;

/** What a writer of folders knows of its own: which lies in which, and which documents in each. */
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

  /** Where another folder or document can be put. */
  anyPlace(): string {
    return this.#random.pick([rootId, ...this.folders.filter((folderId) => this.#pathOf(folderId).length < deepest)]);
  }

  /** Where the folder can be put with all that is in it: not into itself, nor so deep that others could be put nowhere. */
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

  /** Takes the folder out with all that is in it; returns the ids of all that. */
  remove(folderId: string): string[] {
    const folders = this.folders.filter((other) => this.#pathOf(other).includes(folderId));
    const documents = this.documents.filter((documentId) => folders.includes(this.#documents.get(documentId) ?? ""));
    for (const id of folders) this.#parents.delete(id);
    for (const id of documents) this.#documents.delete(id);
    return [...folders, ...documents];
  }

  /** What is to be read of a folder. */
  valueOf(folderId: string): string {
    return folderValue(this.#names.get(folderId) ?? "", this.#parents.get(folderId) ?? rootId);
  }

  // From itself to the top.
  #pathOf(folderId: string): string[] {
    const parent = this.#parents.get(folderId) ?? rootId;
    return parent === rootId ? [folderId] : [folderId, ...this.#pathOf(parent)];
  }
}

export function folderValue(name: string, parentFolderId: string): string {
  return `${name} in ${parentFolderId}`;
}
