import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkspace, type Workspace } from "../../support/customer.ts";
import { type Parley, startParley } from "../../support/parley.ts";
import { type Ended, Shell } from "../command.ts";
import { leftOutOf, writeFilesBeside } from "./conversions.ts";
import { cordLeftOut } from "./cord-fixture.ts";
import { type DescribedComment, plainText } from "./described.ts";
import { type Differences, expectedThreads, storedThreads, userOf } from "./expected.ts";
import { liveblocksLeftOut } from "./liveblocks-fixture.ts";
import { originalLeftOut } from "./original-fixture.ts";
import { startSourceServer } from "./source-server.ts";
import { figmaAnswers, figmaLeftOut } from "./table-fixture.ts";

let parley: Parley;
let shell: Shell;

beforeAll(async () => {
  parley = await startParley("all-in-one");
  shell = await Shell.open({ PARLEY_BASE_URL: parley.url });
  await writeFilesBeside(shell);
});

afterAll(async () => {
  await shell?.[Symbol.asyncDispose]();
  await parley?.stop();
});

const anchors = (index: number) => ({ context: { cell: `B${index}` }, targetElement: { elementId: "chart" }, positionX: 0 });

const original: Differences = {
  html: (comment) => `<div>${plainText(comment)}</div>`,
  attachment: ({ id, name, mimeType, size, url }) => ({ attachmentId: id, name, url, mimeType, size, bucketPath: "a/b" }),
  thread: ({ metadata, comments }, index) => ({
    type: "comment",
    ...anchors(index),
    // A position that is not a number has no field.
    metadata: { color: "#00FF00", positionY: "12 %", ...metadata },
    ...(index % 8 === 0
      ? { priority: { id: "P1", name: "High", color: "#ff0000" }, assignedTo: userOf(comments[0]?.author.id ?? "") }
      : {}),
    ...(index % 5 === 0 ? { location: { id: "page-1", locationName: "Page 1", version: { id: "v1", name: "First" } } } : {}),
  }),
};

test("threads of the original are converted to Parley one by one, and unmapped values are named", async () => {
  const source = await startSourceServer();
  const target = await createWorkspace(parley.url, parley.adminToken);

  const converted = await convert("original", "original.ndjson", "--from", source.url, "--organization", "acme", "globex");
  const imported = await as(target, "import", "original.ndjson");

  expect(imported, imported.err).toMatchObject({ code: 0 });
  expect(await storedThreads(target.customer)).toEqual(expectedThreads(original));
  expect(converted.leftOut).toEqual(originalLeftOut);
  const { data } = (await target.customer.post("/v2/organizations/documents/get", { organizationId: "acme" })).body.result;
  expect(data[0]).toMatchObject({ documentName: "Name of document-0-acme", folderId: "reports" });
}, 120_000);

test("threads of Liveblocks are converted to Parley one by one, and unmapped values are named", async () => {
  const source = await startSourceServer();
  const target = await createWorkspace(parley.url, parley.adminToken);

  const converted = await convert("liveblocks", "liveblocks.ndjson", "--from", source.url);
  const imported = await as(target, "import", "liveblocks.ndjson");

  expect(imported, imported.err).toMatchObject({ code: 0 });
  const stored = await storedThreads(target.customer);
  const tagged = ["person-1", "person-2"].map((id) => ({ text: "@designers", ...userOf(id) }));
  const group = { commentText: "Hello @designers\nx", commentHtml: "<p>Hello @designers</p><p>x</p>", tagged };
  expect(stored.get("group")).toMatchObject({ comments: [group, { commentText: "@writers", tagged: [] }] });
  stored.delete("group");
  const attachment: Differences["attachment"] = ({ id, name, mimeType, size }) => ({ attachmentId: id, name, mimeType, size });
  expect(stored).toEqual(expectedThreads({ attachment }));
  expect(converted.leftOut).toEqual(liveblocksLeftOut);
  const { data } = (await target.customer.post("/v2/organizations/documents/get", { organizationId: "acme" })).body.result;
  expect(data[0]).toMatchObject({ team: "blue" });
}, 120_000);

const cordOwn = (document: string) => ({
  location: { id: `page=${document}&section=2`, page: document, section: 2 },
});

const cord: Differences = {
  attachment: ({ id, name, mimeType, size, url }) => ({
    attachmentId: id,
    name,
    url,
    mimeType,
    size,
    type: "file",
    uploadStatus: "uploaded",
  }),
  thread: ({ document, metadata, comments }) => ({
    ...cordOwn(document),
    metadata: { name: "A thread", url: "https://acme.example/", ...metadata },
    createdAt: comments[0]?.createdAt,
  }),
};

test("threads of Cord are converted to Parley one by one, and unmapped values are named", async () => {
  const source = await startSourceServer();
  const target = await createWorkspace(parley.url, parley.adminToken);

  const converted = await convert("cord", "cord.ndjson", "--from", source.url, "--document-key", "page");
  const imported = await as(target, "import", "cord.ndjson");

  expect(imported, imported.err).toMatchObject({ code: 0 });
  const stored = await storedThreads(target.customer);
  const first = stored.get("t0") as { comments: DescribedComment[] };
  expect(first.comments.pop()).toMatchObject({ commentId: "unknown-node", commentText: "Which one?" });
  expect(stored).toEqual(expectedThreads(cord));
  expect(converted.leftOut).toEqual(cordLeftOut);
  expect(await target.customer.data("/v2/organizations/get", {})).toMatchObject([
    { organizationName: "ACME" },
    { organizationName: "GLOBEX" },
  ]);
}, 120_000);

test("comments of Figma are converted by a mapping file", async () => {
  await writeFile(join(shell.folder, "figma.ndjson"), figmaAnswers());
  const mapping = join(import.meta.dirname, "../../../../cli/moving-in/figma.json");
  const target = await createWorkspace(parley.url, parley.adminToken);

  const converted = await convert("table", "from-figma.ndjson", "--from", "figma.ndjson", "--mapping", mapping, "--organization", "acme");
  const imported = await as(target, "import", "from-figma.ndjson");

  expect(imported, imported.err).toMatchObject({ code: 0 });
  const differences: Differences = {
    html: () => "",
    thread: ({ id: _id, comments }) => ({
      organizationId: "acme",
      location: { id: "1:2" },
      metadata: { client_meta: { node_id: "1:2", node_offset: { x: 1, y: 2.5 } } },
      createdAt: comments[0]?.createdAt,
    }),
    comment: ({ id, author }, place, thread) => ({
      commentId: place === 0 ? thread.id : id,
      from: userOf(author.id),
      tagged: [],
      attachments: [],
      metadata: {},
    }),
  };
  expect(await storedThreads(target.customer)).toEqual(expectedThreads(differences));
  expect(converted.leftOut).toEqual(figmaLeftOut);
}, 120_000);

/** Converts with the users and headers of the tests. Returns the omitted values by name. */
async function convert(source: string, out: string, ...words: readonly string[]): Promise<{ leftOut: Record<string, number> }> {
  const summary = await shell.json("convert", source, ...words, "--users", "users.csv", "--headers", "headers", "--out", out);
  expect(summary).toMatchObject({ file: out, source });
  return { leftOut: leftOutOf(summary) };
}

function as({ apiKey, authToken }: Workspace, ...words: readonly string[]): Promise<Ended> {
  return shell.run(...words, "--api-key", apiKey, "--auth-token", authToken);
}
