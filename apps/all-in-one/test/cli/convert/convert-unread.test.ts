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
const person = { userId: "u", name: "Ann", photoUrl: "https://a.example/a.png" };

/** A response of each source; `withNew` below adds a key to each of its objects. `kept` are the objects that are kept with every key. */
const sources = {
  original: {
    words: ["--organization", "acme", "--document", "d"],
    kept: ["metadata", "context", "targetElement", "pageInfo", "location", "attachments"],
    answers: [
      {
        result: {
          status: "success",
          data: [
            {
              annotationId: "t",
              status: { id: "OPEN", name: "Open", type: "default" },
              priority: { id: "P1" },
              assignedTo: person,
              visibilityConfig: { type: "public" },
              location: { id: "page" },
              context: { cell: { row: 1 } },
              targetElement: { elementId: { of: "page" } },
              pageInfo: { path: "/" },
              comments: [
                {
                  commentId: 1,
                  commentText: "Hello",
                  createdAt: at,
                  from: person,
                  attachments: [{ attachmentId: 2, name: "a.png", url: "https://a.example/a.png" }],
                  taggedUserContacts: [{ userId: "u", text: "@Ann", contact: person }],
                  reactionAnnotations: [{ annotationId: "r", icon: "TADA", fromUsers: [{ from: person }] }],
                  metadata: { a: { b: 1 } },
                },
              ],
            },
          ],
        },
      },
    ],
    counted: {
      "response: new": 1,
      "response: result.new": 1,
      "thread: new": 1,
      "thread: status.new": 1,
      "thread: priority.new": 1,
      "thread: assignedTo.new": 1,
      "thread: visibilityConfig.new": 1,
      "comment: new": 1,
      "comment: from.new": 1,
      "comment: taggedUserContacts.new": 1,
      "comment: taggedUserContacts.contact.new": 1,
      "comment: reactionAnnotations.new": 1,
      "comment: reactionAnnotations.fromUsers.new": 1,
      "comment: reactionAnnotations.fromUsers.from.new": 1,
    },
  },
  liveblocks: {
    words: [],
    kept: ["metadata"],
    answers: [
      { data: [{ type: "room", id: "r", organizationId: "acme", metadata: { team: { name: "blue" } } }] },
      { type: "group", id: "g", members: [{ id: "v" }] },
      {
        data: [
          {
            type: "thread",
            id: "t",
            roomId: "r",
            createdAt: at,
            metadata: { color: "red" },
            comments: [
              {
                type: "comment",
                id: "c",
                threadId: "t",
                roomId: "r",
                userId: "u",
                createdAt: at,
                body: {
                  version: 1,
                  content: [
                    {
                      type: "paragraph",
                      children: [
                        { text: "Hello", bold: true },
                        { type: "mention", kind: "user", id: "v" },
                        { type: "link", url: "/a", text: "a" },
                      ],
                    },
                  ],
                },
                attachments: [{ type: "attachment", id: "a", name: "a.png" }],
                reactions: [{ emoji: "👍", users: [{ id: "v" }] }],
              },
            ],
          },
        ],
      },
    ],
    counted: {
      "file of an attachment: its address expires": 1,
      "response: new": 2,
      "room: new": 1,
      "group: new": 1,
      "group: members.new": 1,
      "thread: new": 1,
      "comment: new": 1,
      "comment: body.new": 1,
      "comment: body.content.new": 1,
      "comment: body.content.children.new": 3,
      "comment: attachments.new": 1,
      "comment: reactions.new": 1,
      "comment: reactions.users.new": 1,
    },
  },
  cord: {
    words: ["--document-key", "page"],
    kept: ["metadata", "location", "attachments"],
    answers: [
      { users: [{ id: "u", name: "Ann", status: "active" }], groups: [{ id: "acme", name: "Acme" }], pagination: { total: 1 } },
      { threads: [{ id: "t", groupID: "acme", location: { page: "p" }, metadata: { a: { b: 1 } } }] },
      {
        messages: [
          {
            id: "m",
            threadID: "t",
            authorID: "u",
            createdTimestamp: at,
            content: [
              { type: "p", children: [{ text: "Hello" }] },
              { type: "p", children: [{ type: "mention", user: { id: "u" }, children: [] }] },
            ],
            attachments: [{ type: "screenshot", screenshot: { id: "s", url: "https://a.example/s.png" } }],
            reactions: [{ reaction: "👍", userID: "u" }],
          },
        ],
      },
    ],
    counted: {
      "response: new": 3,
      "response: pagination.new": 1,
      "user: new": 1,
      "group: new": 1,
      "thread: new": 1,
      "message: new": 1,
      "message: content.new": 2,
      "message: content.children.new": 2,
      "message: content.children.user.new": 1,
      "message: reactions.new": 1,
    },
  },
  table: {
    words: ["--mapping", join(import.meta.dirname, "../../../../cli/moving-in/figma.json"), "--organization", "acme"],
    kept: ["client_meta"],
    answers: [
      {
        comments: [
          {
            id: "c",
            file_key: "f",
            user: { id: "u", handle: "Ann", img_url: "https://a.example/a.png" },
            created_at: at,
            message: "Hello",
            client_meta: { node_id: "1:2", node_offset: { x: 1, y: 2 } },
            reactions: [{ emoji: ":eyes:", user: { id: "u" } }],
          },
        ],
      },
    ],
    counted: {
      "response: new": 1,
      "row: new": 1,
      "row: user.new": 1,
      "row: reactions.new": 1,
      "row: reactions.user.new": 1,
    },
  },
} as const;

const names = ["original", "liveblocks", "cord", "table"] as const;

test.each(names)("a key that is new in a response of %s is counted by its place, at every level", async (source) => {
  const { words, answers, kept, counted } = sources[source];

  const { leftOut } = await converted(
    source,
    answers.map((answer) => withNew(answer, kept)),
    words,
  );

  expect(leftOut).toEqual(counted);
});

test.each(names)("of a response of %s without such a key nothing is counted but what is said of files", async (source) => {
  const { words, answers } = sources[source];

  const { leftOut } = await converted(source, answers, words);

  const { "file of an attachment: its address expires": _, ...others } = leftOut;
  expect(others).toEqual({});
});

test.each(["original", "table"] as const)("the picture of a user of %s is kept", async (source) => {
  const { words, answers } = sources[source];

  const { records } = await converted(source, answers, words);

  expect(records.filter(({ type }) => type === "user")).toMatchObject([{ item: { userId: "u", photoUrl: "https://a.example/a.png" } }]);
});

/** A copy in which each object has a further key, except those that are kept whole: they have it too, but keep it. */
function withNew(value: unknown, kept: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((each) => withNew(each, kept));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, kept.includes(key) ? inner : withNew(inner, kept)]);
  return { ...Object.fromEntries(entries), new: { of: "this" } };
}

let count = 0;

async function converted(source: string, answers: readonly unknown[], words: readonly string[]) {
  const from = `in-${++count}.ndjson`;
  const out = `out-${count}.ndjson`;
  await writeFile(join(shell.folder, from), answers.map((answer) => JSON.stringify(answer)).join("\n"));
  const summary = await shell.json("convert", source, "--from", from, "--out", out, ...words);
  // biome-ignore lint/suspicious/noExplicitAny: records of every type
  const records = (await recordsOf(join(shell.folder, out))) as any[];
  return { leftOut: leftOutOf(summary), records };
}
