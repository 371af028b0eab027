import { expect, test } from "vitest";
import { memberKey, membersOf } from "./members.ts";

const place = (documentId: string, userId: string) => ({ apiKeyId: "pk", organizationId: "acme", documentId, userId });

/** A users service in which ann is in the organization, ben in the document d1, and which responds for acme alone. */
function directory() {
  const asked: { users: number; documents: number }[] = [];
  const resolveUsers = async ({ organizationId, userIds = [], documentIds = [] }: ResolveRequest) => {
    asked.push({ users: userIds.length, documents: documentIds.length });
    if (organizationId !== "acme") throw new Error("The users service is down.");
    const users = userIds.map((userId) => ({
      userId,
      exists: true,
      name: userId,
      email: "",
      inOrganization: userId === "ann",
      removalRequested: false,
      documentIds: documentIds.filter((id) => userId === "ann" || (userId === "ben" && id === "d1")),
    }));
    return { users } as never;
  };
  return { asked, users: { resolveUsers: resolveUsers as Parameters<typeof membersOf>[0]["resolveUsers"] } };
}

interface ResolveRequest {
  readonly organizationId?: string;
  readonly userIds?: readonly string[];
  readonly documentIds?: readonly string[];
}

test("users belong to the documents that they may enter, whatever organization they are in", async () => {
  const places = ["d1", "d2"].flatMap((documentId) => ["ann", "ben", "cat"].map((userId) => place(documentId, userId)));

  const members = await membersOf(directory().users, places, 1_000);

  expect(places.filter((one) => members.get(memberKey(one))?.isMember).map(({ documentId, userId }) => `${userId} ${documentId}`)).toEqual([
    "ann d1",
    "ben d1",
    "ann d2",
  ]);
});

test("many users and documents are asked for within the limits of one call, and everyone gets an answer", async () => {
  const { users, asked } = directory();
  const crowd = Array.from({ length: 1_500 }, (_, n) => place("d1", `u${n}`));
  const scattered = Array.from({ length: 300 }, (_, n) => place(`e${n}`, `u${n}`));

  const members = await membersOf(users, [...crowd, ...scattered], 1_000);

  expect(members.size).toBe(1_800);
  for (const call of asked) {
    expect(call.users * call.documents).toBeLessThanOrEqual(1_000);
    expect(call.documents).toBeLessThanOrEqual(100);
  }
  expect(asked.length).toBeLessThan(20);
});

test("users of whom the service says nothing are missing, and those of other organizations are not", async () => {
  const other = { ...place("d1", "ann"), organizationId: "globex" };

  const members = await membersOf(directory().users, [place("d1", "ann"), other], 1_000);

  expect([...members.keys()]).toEqual([memberKey(place("d1", "ann"))]);
});
