import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Shell } from "../command.ts";
import { leftOutOf, recordsOf } from "./conversions.ts";

let shell: Shell;

beforeAll(async () => {
  shell = await Shell.open();
});

afterAll(async () => {
  await shell?.[Symbol.asyncDispose]();
});

const at = "2024-03-01T10:00:00Z";

test("what of a thread of Liveblocks Parley cannot keep is counted, and links are kept as they were meant", async () => {
  const link = (url: string) => ({ type: "link", url, text: "here" });
  const children = [link("www.example.com/b"), link("/docs/x"), link("notes:1")];
  const comment = { type: "comment", id: "c", userId: "u", createdAt: at, body: { content: [{ type: "paragraph", children }] } };
  const metadata = { documentId: "doc-7", folderId: "f", color: "blue" };
  const thread = { type: "thread", id: "t", roomId: "r", createdAt: at, updatedAt: at, metadata, comments: [comment] };

  const { leftOut, item } = await converted("liveblocks", [thread], "--organization", "acme");

  expect(leftOut).toEqual({
    "thread: updatedAt": 1,
    "thread: metadata.documentId, a name that Parley uses itself": 1,
    "thread: metadata.folderId, a name that Parley uses itself": 1,
    "address of a link that cannot be linked, whose text is kept": 1,
  });
  expect(item.metadata).toEqual({ color: "blue" });
  expect(item.commentData[0].commentHtml).toBe('<p><a href="https://www.example.com/b">here</a><a href="/docs/x">here</a>here</p>');
});

test.each([
  { organizationId: "default", words: ["--organization", "acme"], kept: "acme" },
  { organizationId: "default", words: [], kept: "default" },
  { organizationId: "globex", words: ["--organization", "acme"], kept: "globex" },
])("a room of the organization $organizationId with $words belongs to $kept", async ({ organizationId, words, kept }) => {
  const body = { content: [{ type: "paragraph", children: [{ text: "Hello" }] }] };
  const comment = { type: "comment", id: "c", userId: "u", createdAt: at, body };
  const room = { type: "room", id: "r", organizationId };
  const thread = { type: "thread", id: "t", roomId: "r", createdAt: at, comments: [comment] };

  const { place } = await converted("liveblocks", [room, thread], ...words);

  expect(place).toEqual({ organizationId: kept, documentId: "r" });
});

test("what of Cord's users and groups cannot be kept is counted", async () => {
  const user = { id: "u", name: "Ann", email: "", status: "deleted", shortName: "An", profilePictureURL: "https://a.example/a.png" };
  const group = { id: "acme", name: "Acme", status: "active", metadata: { plan: "team" } };
  const thread = { id: "t", groupID: "acme", location: { page: "p" } };
  const content = [{ type: "p", children: [{ text: "Hello" }] }];
  const message = { id: "m", threadID: "t", authorID: "u", createdTimestamp: at, content };
  const answers = { users: [user] };
  const files = [answers, { groups: [group] }, { threads: [thread] }, { messages: [message] }];

  const { leftOut } = await converted("cord", files, "--document-key", "page");

  expect(leftOut).toEqual({
    "user: status": 1,
    "user: shortName": 1,
    "group: metadata": 1,
  });
});

const text = (said: string) => ({ text: said });
const p = (said: string) => ({ type: "p", children: [text(said)] });
const bullet = (indent: number, said: string) => ({ type: "bullet", indent, children: [text(said)] });
const numbered = (bulletNumber: number, said: string) => ({ type: "number_bullet", bulletNumber, indent: 1, children: [text(said)] });

test.each([
  {
    what: "a to-do that holds a paragraph",
    content: [{ type: "todo", done: true, children: [p("do")] }],
    html: "<p>☑ do</p>",
    plain: "[x] do",
  },
  {
    what: "a to-do that holds two",
    content: [{ type: "todo", children: [p("do"), p("it")] }],
    html: "<div>☐ <p>do</p><p>it</p></div>",
    plain: "[ ] do\nit",
  },
  {
    what: "a quote of two paragraphs",
    content: [{ type: "quote", children: [p("first line"), p("second line")] }],
    html: "<blockquote><p>first line</p><p>second line</p></blockquote>",
    plain: "first line\nsecond line",
  },
  {
    what: "a paragraph that holds a quote",
    content: [{ type: "p", children: [text("as "), { type: "quote", children: [text("said")] }] }],
    html: "<div>as <blockquote>said</blockquote></div>",
    plain: "as \nsaid",
  },
  {
    what: "code of two paragraphs",
    content: [{ type: "code", children: [p("a < b"), p("c")] }],
    html: "<pre><code>a &lt; b\nc</code></pre>",
    plain: "a < b\nc",
  },
  {
    what: "a list with a deeper one",
    content: [bullet(0, "a"), numbered(3, "b"), numbered(4, "c"), bullet(0, "d"), p("end")],
    html: '<ul><li>a<ol start="3"><li>b</li><li>c</li></ol></li><li>d</li></ul><p>end</p>',
    plain: "- a\n  3. b\n  4. c\n- d\nend",
  },
])("of Cord $what becomes valid HTML, and a text with its lines", async ({ content, html, plain }) => {
  const thread = { id: "t", groupID: "acme", location: { page: "p" } };
  const message = { id: "m", threadID: "t", authorID: "u", createdTimestamp: at, content };

  const { item, leftOut } = await converted("cord", [thread, { messages: [message] }], "--document-key", "page");

  expect(item.commentData).toMatchObject([{ commentHtml: html, commentText: plain }]);
  expect(leftOut).toEqual({});
});

test("a member of a group that Liveblocks names is tagged by the text that stands in the comment", async () => {
  const children = [
    text("Hi "),
    { type: "mention", kind: "user", id: "cy" },
    { type: "mention", kind: "group", id: "design", userIds: ["cy", "di"] },
  ];
  const comment = { type: "comment", id: "c", userId: "u", createdAt: at, body: { content: [{ type: "paragraph", children }] } };
  const thread = { type: "thread", id: "t", roomId: "r", createdAt: at, comments: [comment] };

  const { item } = await converted("liveblocks", [thread], "--organization", "acme");

  const tagged = [
    { userId: "cy", text: "@cy" },
    { userId: "di", text: "@design" },
  ];
  expect(item.commentData).toMatchObject([{ commentText: "Hi @cy@design", taggedUserContacts: tagged }]);
});

let count = 0;

/** Converts lines of JSON with one thread. */
async function converted(source: string, lines: readonly object[], ...words: readonly string[]) {
  const from = `in-${++count}.ndjson`;
  const out = `out-${count}.ndjson`;
  await writeFile(join(shell.folder, from), lines.map((line) => JSON.stringify(line)).join("\n"));
  const summary = await shell.json("convert", source, "--from", from, "--out", out, ...words);
  // biome-ignore lint/suspicious/noExplicitAny: records of every type
  const records = (await recordsOf(join(shell.folder, out))) as any[];
  const { at: place, item } = records.find(({ type }) => type === "thread");
  return { leftOut: leftOutOf(summary), place, item };
}
