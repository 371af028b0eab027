import { until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ChangesReader } from "../support/changes-reader.ts";
import { type Customer, createWorkspace, type Workspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";
import { addPlaces, inDocument, inFolder, inOrganization, userToken, visitor } from "./visitor.ts";

let parley: Parley;
let workspace: Workspace;

/** The document that is looked at: in the folder `inner`, which is in `outer`. */
const place = { organizationId: "acme", documentId: "plan" };
const other = { organizationId: "acme", documentId: "other" };
const types = ["restricted", "organizationPrivate", "public"] as const;
type AccessType = (typeof types)[number];

/** The lookers: where the token of each is valid (it adds the user there), and where the user is removed afterwards. */
const lookers = {
  member: { resources: [inOrganization("acme", "commenter")], removedFrom: [] },
  guest: { resources: [inDocument("plan", "commenter")], removedFrom: [] },
  "guest of a folder": { resources: [inFolder("outer", "commenter")], removedFrom: [] },
  "user of another document": { resources: [inDocument("plan", "commenter"), inDocument("other", "commenter")], removedFrom: [place] },
  "removed user": { resources: [inDocument("plan", "commenter")], removedFrom: [place] },
} as const;
type Looker = keyof typeof lookers;
const everyone = Object.keys(lookers) as Looker[];

const entering: Readonly<Record<AccessType, readonly Looker[]>> = {
  restricted: ["guest", "guest of a folder"],
  organizationPrivate: ["member", "guest", "guest of a folder"],
  public: ["member", "guest", "guest of a folder", "user of another document"],
};

const idOf = (looker: Looker) => looker.replaceAll(" ", "-");
const pages = new Map<Looker, Customer>();
let host: Customer;

beforeAll(async () => {
  parley = await startParley("all-in-one", { PARLEY_MAX_REQUESTS_PER_SECOND_PER_USER: "0" });
  workspace = await createWorkspace(parley.url, parley.adminToken);
  const { customer } = workspace;
  await addPlaces(workspace);
  for (const looker of everyone) pages.set(looker, visitor(workspace, await userToken(workspace, idOf(looker), lookers[looker].resources)));
  host = visitor(workspace, await userToken(workspace, "host", [inDocument("plan", "editor"), inDocument("other", "editor")]));
  const taggedUserContacts = everyone.map((looker) => ({ userId: idOf(looker), contact: { userId: idOf(looker) } }));
  const commentData = [{ commentId: "first", from: { userId: "host" }, commentText: "Hello, all.", taggedUserContacts }];
  await customer.data("/v2/commentannotations/add", { ...place, commentAnnotations: [{ annotationId: "told", commentData }] });
  await until(async () => (await entriesOf(page("guest"), place)) === 1, 20_000);
  for (const looker of everyone)
    for (const from of lookers[looker].removedFrom) await customer.data("/v2/users/delete", { ...from, userIds: [idOf(looker)] });
});

afterAll(() => parley?.stop());

const page = (looker: Looker) => pages.get(looker) as Customer;

async function entriesOf(reader: Customer, where: object): Promise<number> {
  const { status, body } = await reader.post("/v2/me/inbox/get", where);
  return status === 200 ? body.result.data.length : 0;
}

const isTaken = async (reader: Customer, path: string, data: object) => (await reader.post(path, data)).status === 200;
const thread = (userId?: string) => [{ commentData: [{ ...(userId === undefined ? {} : { from: { userId } }), commentText: "Hi." }] }];

/** Whether a looker gets through each door of the document. */
const doors: Readonly<Record<string, (looker: Looker) => Promise<boolean>>> = {
  "reads threads": (looker) => isTaken(page(looker), "/v2/me/threads/get", place),
  "adds a thread": (looker) => isTaken(page(looker), "/v2/me/threads/add", { ...place, commentAnnotations: thread() }),
  "sees counts": (looker) => isTaken(page(looker), "/v2/me/counts/get", { organizationId: "acme", documentIds: ["plan"] }),
  "sees the entry in the inbox": async (looker) => (await entriesOf(page(looker), place)) > 0,
  "is counted unread for by the server": async (looker) => {
    const counts = await workspace.customer.data("/v2/commentannotations/count/get", {
      organizationId: "acme",
      documentIds: ["plan"],
      userId: idOf(looker),
    });
    return counts.plan.unread > 0;
  },
  "is an author with verifyUserPermissions": (looker) =>
    isTaken(workspace.customer, "/v2/commentannotations/add", {
      ...place,
      verifyUserPermissions: true,
      commentAnnotations: thread(idOf(looker)),
    }),
  "is tagged by another's page": (looker) => {
    const commentData = [{ commentText: "You.", taggedUserContacts: [{ userId: idOf(looker) }] }];
    return isTaken(host, "/v2/me/threads/add", { ...place, commentAnnotations: [{ commentData }] });
  },
};

async function through(door: string): Promise<Looker[]> {
  const found = await Promise.all(everyone.map(async (looker) => ((await doors[door]?.(looker)) ? looker : undefined)));
  return found.filter((looker) => looker !== undefined);
}

// Every door is asked about every looker again and again; that a change takes effect within 5 s is tested with one reader, in tokens.test.ts.
const longestMs = 20_000;

/** At every door exactly these lookers get through, soon. */
async function expectEntering(expected: readonly Looker[]): Promise<void> {
  const entered: (readonly [string, readonly Looker[]])[] = [];
  for (const door of Object.keys(doors)) {
    const beganMs = performance.now();
    let found = await through(door);
    while (found.join() !== expected.join() && performance.now() - beganMs < longestMs) found = await through(door);
    entered.push([door, found]);
  }
  expect(entered).toEqual(Object.keys(doors).map((door) => [door, expected]));
}

const setDocument = (accessType: AccessType) =>
  workspace.customer.data("/v2/organizations/documents/access/update", { organizationId: "acme", documentIds: ["plan"], accessType });
const setFolder = (folderId: string, accessType: AccessType, more: object = {}) =>
  workspace.customer.data("/v2/organizations/folders/access/update", {
    organizationId: "acme",
    folderIds: [folderId],
    accessType,
    ...more,
  });
const setDefault = (defaultDocumentAccessType: AccessType) =>
  workspace.customer.data("/v2/workspace/apikeyconfig/update", { defaultDocumentAccessType });

test("without any type the members and those who were added to the document or a folder above it enter", async () => {
  await expectEntering(entering.organizationPrivate);
});

test.each(types.toReversed())("with the default %s of the API key its lookers enter, and no other", async (accessType) => {
  await setDefault(accessType);

  await expectEntering(entering[accessType]);
});

test.each(types)("with the type %s of a folder above its lookers enter, and no other", async (accessType) => {
  await setDefault(accessType === "public" ? "restricted" : "public");
  expect(await setFolder("outer", accessType)).toMatchObject({ outer: { success: true, accessType } });

  await expectEntering(entering[accessType]);
});

test("a folder that inherits passes on the type of the folder above it", async () => {
  await setFolder("outer", "restricted");
  await setFolder("inner", "public", { inheritFromParent: true });

  await expectEntering(entering.restricted);
});

test.each(types)("with the type %s of the document its lookers enter, and no other", async (accessType) => {
  await setFolder("inner", accessType === "public" ? "restricted" : "public");
  expect(await setDocument(accessType)).toMatchObject({ plan: { success: true, accessType } });

  await expectEntering(entering[accessType]);
  const [document] = await workspace.customer.data("/v2/organizations/documents/get", { organizationId: "acme", documentIds: ["plan"] });
  expect(document.accessType).toBe(accessType);
});

test("who is added enters a restricted document, and no longer once removed", async () => {
  await setDocument("restricted");
  await expectEntering(entering.restricted);

  await workspace.customer.data("/v2/users/add", { ...place, users: [{ userId: "member" }] });
  await expectEntering(entering.organizationPrivate);

  await workspace.customer.data("/v2/users/delete", { ...place, userIds: ["member"] });
  await expectEntering(entering.restricted);
});

test("a stream of the document ends within 5 s when its reader may not enter any more, and one of the organization passes over what is hidden", async () => {
  await setDefault("organizationPrivate");
  await setDocument("organizationPrivate");
  await expectEntering(entering.organizationPrivate);
  const path = "/v2/me/changes/stream";
  using one = await ChangesReader.open(page("member"), place, {}, { path });
  using all = await ChangesReader.open(page("member"), { organizationId: "acme" }, {}, { path });
  await Promise.all([one, all].map((reader) => reader.named("bookmark")));

  await setDocument("restricted");
  const [last] = await one.named("error", 1, 5_000);
  expect(last?.data).toMatchObject({ status: "PERMISSION_DENIED" });
  const add = (where: object, annotationId: string) =>
    workspace.customer.data("/v2/commentannotations/add", { ...where, commentAnnotations: [{ annotationId, ...thread("host")[0] }] });
  await add(place, "hidden");
  await add(other, "shown");

  await until(async () => (await all.annotations(1)).includes("shown"));
  expect(JSON.stringify(all.events.map(({ data }) => data))).not.toContain("hidden");
});

test("a document that was deleted and made again is another place: it has no type, and who was added to the first does not enter", async () => {
  await setDefault("restricted");
  await setFolder("inner", "restricted");
  await workspace.customer.data("/v2/organizations/documents/delete", { organizationId: "acme", documentIds: ["plan"] });
  await workspace.customer.data("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "plan" }] });

  const verified = doors["is an author with verifyUserPermissions"];
  await until(async () => !(await Promise.all(everyone.map((looker) => verified?.(looker)))).includes(true));
  const [document] = await workspace.customer.data("/v2/organizations/documents/get", { organizationId: "acme", documentIds: ["plan"] });
  expect(document.accessType).toBeUndefined();
});
