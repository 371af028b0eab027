import type { Mutation } from "../mutation.ts";

const door = (file: string) => [`apps/all-in-one/test/door/${file}.test.ts`];
const credentials = "apps/gateway/src/credentials";
const reach = "apps/gateway/src/request/reach.ts";

/** How users' tokens are made and stored, whom pages may name, and what a page may take from the others of its API key. */
export const usersAmongOthers: readonly Mutation[] = [
  {
    name: "a-users-token-is-dated-by-its-gateway",
    file: `${credentials}/use-door.ts`,
    text: "issuedAtMs: Number(nowMs)",
    replacement: "issuedAtMs: Math.max(Number(nowMs), Date.now())",
    noticedBy: door("made-tokens"),
    tests: "a clock ahead",
  },
  {
    name: "a-users-token-is-stored",
    file: "apps/gateway/src/operations/user-tokens/generate-user-token.ts",
    text: "  ephemeral: () => true,\n",
    replacement: "",
    noticedBy: door("made-tokens"),
    tests: "no token is stored",
  },
  {
    name: "a-page-never-learns-that-its-token-is-none",
    file: `${credentials}/user-credentials.ts`,
    text: 'if (claims === undefined) return "*";',
    replacement: "if (claims === undefined) return undefined;",
    noticedBy: door("made-tokens"),
    tests: "every page may read",
  },
  {
    name: "a-page-names-strangers",
    file: "apps/gateway/src/request/bound-callers.ts",
    text: "!known.has(person.userId)",
    replacement: 'person.userId === ""',
    noticedBy: door("people"),
    tests: "names only users",
  },
  {
    name: "a-page-names-people-without-end",
    file: "apps/gateway/src/request/bound-callers.ts",
    text: "userIds.length > mostPeople",
    replacement: "userIds.length > 100 * mostPeople",
    noticedBy: door("people"),
    tests: "more than a thousand people",
  },
  {
    name: "a-user-of-another-document-is-one-of-this",
    file: "apps/users/src/members/documents-of-users.ts",
    text: "place.kind === kind && place.placeId === placeId",
    replacement: "place.kind === kind || place.placeId === placeId",
    noticedBy: ["apps/users/test/resolve-users.test.ts"],
  },
  {
    name: "a-user-of-a-document-gets-no-entries",
    file: "apps/notifications/src/entries/participants.ts",
    text: "(user.inOrganization || user.documentIds.includes(message.documentId))",
    replacement: "user.inOrganization",
    noticedBy: door("people"),
    tests: "whoever a token names",
  },
  {
    name: "a-user-who-left-a-document-reads-its-entries",
    file: "apps/notifications/src/inbox/hidden-entries.ts",
    text: "(own === undefined || own.has(documentId))",
    replacement: '(own === undefined || documentId !== "")',
    noticedBy: door("people"),
    tests: "whoever a token names",
  },
  {
    name: "a-missing-document-has-no-name",
    file: reach,
    text: 'new Failure("not_found", message, { violations: [{ field, message }],',
    replacement: 'new Failure("not_found", message, { violations: [],',
    noticedBy: door("pages"),
    tests: "a document that does not exist is named",
  },
  {
    name: "a-stream-that-never-began-is-followed",
    file: "apps/gateway/src/request/stream-answer.ts",
    text: "    ending.abort();\n    throw error;",
    replacement: "    throw error;",
    noticedBy: ["apps/gateway/src/request/stream-answer.test.ts"],
  },
  {
    name: "one-users-answers-are-stored-for-all",
    file: "apps/workspace/src/idempotency/kept-answers.ts",
    text: ", part: partOfUser }",
    replacement: ", part: 1 }",
    noticedBy: ["apps/workspace/src/idempotency/kept-answers.test.ts"],
  },
  {
    name: "users-answers-leave-no-room-for-the-keys",
    file: "apps/workspace/src/idempotency/kept-answers.ts",
    text: ", part: partOfUsers }",
    replacement: ", part: 1 }",
    noticedBy: ["apps/workspace/src/idempotency/kept-answers.test.ts"],
  },
  {
    name: "each-stream-asks-for-its-document-alone",
    file: "libs/document-access/src/document-access.ts",
    text: "if (known?.hasRoom) return known;",
    replacement: "if (known?.hasRoom === undefined) void known;",
    noticedBy: ["libs/document-access/src/document-access.test.ts"],
  },
];
