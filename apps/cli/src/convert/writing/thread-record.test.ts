import { expect, test } from "vitest";
import type { FoundComment, FoundThread } from "../model/found.ts";
import { LeftOut } from "../model/left-out.ts";
import { People } from "../model/people.ts";
import { ThreadRecords } from "./thread-record.ts";

const comment: FoundComment = {
  commentId: "c",
  from: { userId: "ann" },
  text: "Hello",
  html: "",
  createdAt: 5,
  tagged: [],
  attachments: [],
  reactions: [],
  metadata: {},
};

const thread: FoundThread = {
  organizationId: "acme",
  documentId: "plan",
  annotationId: "t",
  status: undefined,
  priority: undefined,
  type: "",
  location: undefined,
  assignedTo: undefined,
  createdAt: undefined,
  metadata: {},
  comments: [comment],
};

test("a thread without a time in the source is as old as its first comment", () => {
  const { item } = converted({
    comments: [
      { ...comment, createdAt: 9 },
      { ...comment, commentId: "d" },
    ],
  });

  expect(item).toMatchObject({ createdAt: 5 });
});

test("a text that is too long is cut between two characters, and the cut is counted", () => {
  const { item, lost } = converted({ comments: [{ ...comment, text: `${"a".repeat(99_999)}👍` }] });

  expect(item?.commentData).toMatchObject([{ commentText: "a".repeat(99_999) }]);
  expect(lost).toEqual(["text beyond its first 100000 characters"]);
});

test("data that an import would refuse is left out and counted, and the rest of the thread is converted", () => {
  let deep: Record<string, unknown> = {};
  for (let depth = 0; depth < 40; depth++) deep = { deep };
  const { item, lost } = converted({
    metadata: { deep, apiKey: "theirs" },
    status: { id: "a\u0000" },
    location: { id: "page", shape: "x".repeat(17_000) },
    comments: [
      {
        ...comment,
        from: { userId: "" },
        metadata: { number: 2 ** 60 },
        attachments: [{ url: "https://a.example", more: "x".repeat(9_000) }, { name: "good" }],
        tagged: Array.from({ length: 102 }, (_, index) => ({ person: { userId: `u${index}` }, text: "" })),
        reactions: [
          { reaction: "x".repeat(65), person: { userId: "bob" } },
          { reaction: "👍", person: { userId: "bob" } },
          { reaction: "👍", person: { userId: "bob" } },
        ],
      },
      { ...comment, commentId: "x".repeat(257) },
      { ...comment, commentId: "empty", text: "" },
    ],
  });

  expect(Object.keys(item ?? {})).toEqual(["annotationId", "createdAt", "commentData"]);
  expect(item?.commentData).toMatchObject([
    {
      commentId: "c",
      from: { userId: "unknown" },
      attachments: [{ name: "good" }],
      reactions: [{ reaction: "👍", user: { userId: "bob" } }],
    },
  ]);
  expect(lost.sort()).toEqual([
    "attachment that is too large",
    "author of a comment, replaced by the user “unknown”",
    "comment whose id cannot be stored",
    "comment without text, HTML or attachment",
    "location that is too large",
    "metadata of a comment that cannot be stored: too large, too deep, or with numbers that JSON changes",
    "metadata of a thread that cannot be stored: too large, too deep, or with numbers that JSON changes",
    "reaction that cannot be stored",
    "status whose id cannot be stored",
    "tagged user beyond the first 100 of a comment",
    "thread: metadata.apiKey, a name that Parley uses itself",
  ]);
});

test("a user of the source becomes the mapped user, and two users may be mapped to one", () => {
  const people = new People(
    new Map([
      ["a1", { userId: "ann", name: "Ann" }],
      ["a2", { userId: "ann", email: "ann@acme.example" }],
    ]),
  );
  const reactions = ["a1", "a2"].map((userId) => ({ reaction: "👍", person: { userId, name: "theirs" } }));
  const made = new ThreadRecords(people, new LeftOut()).of({ ...thread, comments: [{ ...comment, from: { userId: "a1" }, reactions }] });

  expect(made?.record.item.commentData).toMatchObject([
    { from: { userId: "ann", name: "Ann" }, reactions: [{ user: { userId: "ann", name: "theirs", email: "ann@acme.example" } }] },
  ]);
});

function converted(changes: Partial<FoundThread>) {
  const leftOut = new LeftOut();
  const made = new ThreadRecords(new People(), leftOut).of({ ...thread, ...changes });
  return { item: made?.record.item, lost: leftOut.rows().map(({ what }) => what) };
}
