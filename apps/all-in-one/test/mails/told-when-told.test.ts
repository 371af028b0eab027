import { until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Belonging, hourMs, openStage, person, Scene, type Stage, tagged } from "./told-scene.ts";

// Of what happens in a thread, a mail, an inbox and the `notify` of a processed webhook say what is so when they say it.

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});

afterAll(() => stage?.stop());

const call: Stage["call"] = (path, data) => stage.call(path, data);

type Happening = "tag" | "comment" | "assignment";
const happenings = ["tag", "comment", "assignment"] as const satisfies readonly Happening[];
const sentence = { tag: "mentioned you", comment: "commented", assignment: "assigned a thread to you" };

/** Lets something happen of which ben is told. */
async function happen(scene: Scene, what: Happening): Promise<void> {
  if (what === "tag") await scene.start({}, { taggedUserContacts: tagged(scene.ben) });
  // Ben takes part by an old comment, of which nobody is told.
  const old = { commentId: "0", from: person(scene.ben), commentText: "I begin.", createdAt: Date.now() - 48 * hourMs };
  if (what === "comment") await scene.start({}, old, [{ commentId: "1", from: person(scene.author), commentText: "First text" }]);
  if (what === "assignment") {
    await scene.start();
    await scene.assign(person(scene.ben));
  }
}

const eventOf = { tag: "comment_annotation.add", comment: "comment.add", assignment: "comment_annotation.assign" };

interface Change {
  readonly what: string;
  readonly of?: readonly Happening[];
  readonly belonging?: Belonging;
  readonly change: (scene: Scene) => Promise<unknown>;
  /** A reason for which the mail is dropped, or a text that it has. */
  readonly mail: string;
  /** What the entry says; undefined if there is none. */
  readonly entry: { readonly text?: string; readonly isRead?: boolean } | undefined;
  /** The `notify` of a comment that tags ben after the change; undefined if it is no different from before. */
  readonly notify?: { readonly inbox: boolean; readonly email: boolean } | false;
}

const everything = { inbox: true, email: true };
const changes: readonly Change[] = [
  { what: "nothing changes", change: async () => undefined, mail: "sent", entry: {}, notify: everything },
  { what: "the comment is deleted", of: ["tag", "comment"], change: (scene) => scene.remove("1"), mail: "nothing_left", entry: undefined },
  {
    what: "the thread is deleted",
    change: (scene) => call("/v2/commentannotations/delete", { ...scene.place, annotationIds: ["t"] }),
    mail: "nothing_left",
    entry: undefined,
  },
  {
    what: "the text is edited",
    of: ["tag", "comment"],
    change: (scene) => scene.edit("1", { commentText: "Second text" }),
    mail: "Second text",
    entry: { text: "Second text" },
  },
  {
    what: "the tag is removed",
    of: ["tag"],
    change: (scene) => scene.edit("1", { commentText: "For @Eve.", taggedUserContacts: tagged("eve") }),
    mail: "nothing_left",
    entry: undefined,
  },
  {
    what: "the assignment is taken back",
    of: ["assignment"],
    change: (scene) => scene.assign(null),
    mail: "nothing_left",
    entry: undefined,
  },
  {
    what: "somebody else is assigned",
    of: ["assignment"],
    change: (scene) => scene.assign(person("eve")),
    mail: "nothing_left",
    entry: undefined,
  },
  { what: "it is read in the inbox", change: (scene) => scene.read(), mail: "read", entry: { isRead: true }, notify: everything },
  ...(["organization", "document", "folder"] as const).map(
    (belonging): Change => ({
      what: `the recipient is removed from the ${belonging}`,
      belonging,
      change: (scene) => scene.removeBen(),
      mail: "not_a_member",
      entry: undefined,
      notify: false,
    }),
  ),
  ...(["document", "folder"] as const).map(
    (belonging): Change => ({
      what: `nothing changes for a guest of the ${belonging}`,
      belonging,
      change: async () => undefined,
      mail: "sent",
      entry: {},
      notify: everything,
    }),
  ),
  {
    what: "the document is disabled",
    change: ({ documentId }) =>
      call("/v2/organizations/documents/access/disablestate/update", { organizationId: "acme", documentIds: [documentId], disabled: true }),
    mail: "disabled",
    entry: undefined,
    notify: false,
  },
  {
    what: "the recipient wants no mails",
    change: (scene) => scene.level("email", "NONE"),
    mail: "level",
    entry: {},
    notify: { inbox: true, email: false },
  },
  {
    what: "the recipient wants nothing in the inbox",
    change: (scene) => scene.level("inbox", "NONE"),
    mail: "sent",
    entry: undefined,
    notify: { inbox: false, email: true },
  },
];

const cells = changes.flatMap(({ what, of = happenings, ...change }) =>
  of.map((happening) => [`${happening}: ${what} before it is told`, { happening, ...change }] as const),
);

test.each(cells)("%s", async (_name, { happening, belonging, change, mail, entry, notify }) => {
  const scene = await Scene.open(stage, belonging);
  await happen(scene, happening);
  await scene.handled();
  // The body is made with the event, so that the webhook tells what happened as it was then.
  expect(await scene.notified(eventOf[happening], happening === "assignment" ? undefined : "1")).toEqual(everything);

  await change(scene);
  await scene.handled();

  const said = entry && [
    { says: expect.stringContaining(sentence[happening]), isRead: entry.isRead ?? false, ...(entry.text && { text: entry.text }) },
  ];
  await expect
    .poll(
      async () =>
        (await scene.inbox()).map(({ displayHeadlineMessage, displayBodyMessage, isRead }) => ({
          says: displayHeadlineMessage,
          isRead,
          ...(entry?.text && { text: displayBodyMessage }),
        })),
      { timeout: 10_000 },
    )
    .toEqual(said ?? []);
  const mailed = await scene.mailed();
  if (mail === "sent" || mail.includes(" ")) {
    expect(mailed).toEqual([expect.stringContaining(mail === "sent" ? sentence[happening] : mail)]);
    if (mail.includes(" ")) expect(mailed[0]).not.toContain("First text");
  } else expect(mailed).toEqual([mail]);
  if (notify === undefined) return;
  await scene.say("after", { taggedUserContacts: tagged(scene.ben) });
  expect(await scene.notified("comment.add", "after")).toEqual(notify);
});

test.each(happenings)("of a %s, if its author or its recipient is erased before it is told, nobody is told", async (happening) => {
  const [ofAuthor, ofRecipient] = await Promise.all([Scene.open(stage), Scene.open(stage)]);
  for (const scene of [ofAuthor, ofRecipient]) {
    await happen(scene, happening);
    await scene.handled();
  }

  const { jobId } = await call("/v2/users/data/delete", { userIds: [ofAuthor.author, ofRecipient.ben] });
  await until(async () => (await call("/v2/users/data/delete/status", { jobId })).isDeleteCompleted, 60_000);

  for (const scene of [ofAuthor, ofRecipient]) {
    expect(await scene.inbox()).toEqual([]);
    expect((await scene.mailed()).filter((ended) => ended !== "nothing_left")).toEqual([]);
    expect(stage.mails.to(`${scene.ben}@acme.example`)).toEqual([]);
  }
});
