import type { Customer, Write } from "../customer.ts";
import { OwnKeys } from "../own-keys.ts";
import { organizationId, type Scenario } from "../scenario.ts";
import { folderValue, OwnFolders } from "./own-folders.ts";

const path = "/v2/organizations/folders";
const mostFolders = 12;
const mostDocuments = 40;

/** Folders created, renamed, moved with their content and deleted with it; documents created in them and moved, several at once. */
export const folders: Scenario = {
  name: "folders",
  arrange: async () => undefined,
  writer(name, random) {
    const keys = new OwnKeys(name, random);
    const own = new OwnFolders(random);
    const changed = (folderId: string, verb: "add" | "update", data: object) => ({
      path: `${path}/${verb}`,
      data: { organizationId, folders: [{ folderId, ...data }] },
      facts: [{ key: folderId, value: own.valueOf(folderId) }],
    });
    const add = () => {
      const [folderId, folderName, parentFolderId] = [`${name}-${keys.next()}`, `Name ${keys.next()}`, own.anyPlace()];
      own.put(folderId, parentFolderId);
      own.rename(folderId, folderName);
      return changed(folderId, "add", { folderName, parentFolderId });
    };
    const rename = () => {
      const [folderId, folderName] = [own.any(), `Name ${keys.next()}`];
      own.rename(folderId, folderName);
      return changed(folderId, "update", { folderName });
    };
    const move = () => {
      const folderId = own.any();
      const parentFolderId = own.placeFor(folderId);
      own.put(folderId, parentFolderId);
      return changed(folderId, "update", { parentFolderId });
    };
    const addDocument = () => {
      const [documentId, folderId] = [`${name}-document-${keys.next()}`, own.any()];
      own.putDocument(documentId, folderId);
      const facts = [{ key: documentId, value: folderId }];
      return { path: "/v2/organizations/documents/add", data: { organizationId, documents: [{ documentId, folderId }] }, facts };
    };
    const moveDocuments = () => {
      const [documentIds, folderId] = [random.shuffled(own.documents).slice(0, random.between(1, 3)), own.anyPlace()];
      for (const documentId of documentIds) own.putDocument(documentId, folderId);
      const facts = documentIds.map((key) => ({ key, value: folderId }));
      return { path: "/v1/organizations/documents/move", data: { organizationId, documentIds, folderId }, facts };
    };
    const remove = () => {
      const folderId = own.any();
      const facts = own.remove(folderId).map((key) => ({ key, value: null }));
      return { path: `${path}/delete`, data: { organizationId, folderId }, facts };
    };
    const choose = (roll: number): Omit<Write, "idempotencyKey"> => {
      if (own.folders.length < 3) return add();
      if (own.folders.length > mostFolders || roll > 0.94) return remove();
      if (roll < 0.2) return add();
      if (roll < 0.35) return rename();
      if (roll < 0.5) return move();
      return own.documents.length === 0 || (roll < 0.7 && own.documents.length < mostDocuments) ? addDocument() : moveDocuments();
    };
    return () => ({ ...choose(random.next()), idempotencyKey: `${name}-${keys.next()}` });
  },
  async stored(customer) {
    const inFolders = await customer.list<Document>("/v2/organizations/documents/get", { organizationId, pageSize: 1_000 });
    const own = inFolders.filter(({ documentId }) => documentId.startsWith("folders-"));
    return [...(await storedFolders(customer)), ...own.map(({ documentId, folderId }) => ({ key: documentId, value: folderId ?? "root" }))];
  },
};

interface Document {
  readonly documentId: string;
  readonly folderId: string | null;
}

interface Folder {
  readonly folderId: string;
  readonly folderName: string;
  readonly parentFolderId: string;
  readonly subFolders?: readonly Folder[];
}

async function storedFolders(customer: Customer) {
  const top = await customer.list<Folder>(`${path}/get`, { organizationId, maxDepth: 10, pageSize: 100 });
  const all: Folder[] = [...top];
  // Subfolders are processed as they are appended.
  for (const folder of all) all.push(...(folder.subFolders ?? []));
  return all
    .filter(({ folderId }) => folderId.startsWith("folders-"))
    .map(({ folderId, folderName, parentFolderId }) => ({ key: folderId, value: folderValue(folderName, parentFolderId) }));
}
