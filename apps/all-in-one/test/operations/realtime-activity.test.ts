import { resolve } from "node:path";
import { credentials, loadPackageDefinition, Metadata, type ServiceError, status } from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";
import { until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkspace, type Workspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";

// A realtime server in any language: the proto files, a plain gRPC client, a service token; three users are connected to it. The customer's
// server reads the same data over HTTP. Every service is its own process.
const protos = resolve(import.meta.dirname, "../../../../proto");
const alice = { userId: "alice", name: "Alice", email: "alice@example.com" };
const bob = { userId: "bob", name: "Bob" };
const carol = { userId: "carol", name: "Carol" };

let parley: Parley;
let workspace: Workspace;
// biome-ignore lint/suspicious/noExplicitAny: a client that is made from a proto at run time has no types
let realtime: any;

beforeAll(async () => {
  parley = await startParley("separate");
  workspace = await createWorkspace(parley.url, parley.adminToken);
  await workspace.customer.data("/v2/organizations/add", { organizations: [{ organizationId: "acme" }] });
  const documents = ["welcome", "closed", "paused"].map((documentId) => ({ documentId }));
  await workspace.customer.data("/v2/organizations/documents/add", { organizationId: "acme", documents });
  const file = "parley/activity/v1/collaboration_service.proto";
  const definition = loadPackageDefinition(loadSync(file, { includeDirs: [protos], longs: Number, enums: String, defaults: true }));
  // biome-ignore lint/suspicious/noExplicitAny: as above
  const Client = (definition as any).parley.activity.v1.CollaborationService;
  realtime = new Client(`127.0.0.1:${parley.rpcPorts.get("activity")}`, credentials.createInsecure());
});

afterAll(async () => {
  realtime?.close();
  await parley?.stop();
});

// biome-ignore lint/suspicious/noExplicitAny: as above
function as(actingUser: object, method: string, request: object = {}, documentId = "welcome"): Promise<any> {
  const metadata = new Metadata();
  metadata.set("authorization", `Bearer ${parley.serviceToken}`);
  const message = { apiKeyId: workspace.apiKey, organizationId: "acme", documentId, actingUser, ...request };
  return new Promise((succeed, fail) =>
    realtime[method](message, metadata, { deadline: Date.now() + 10_000 }, (error: ServiceError | null, answer: unknown) =>
      error ? fail(error) : succeed(answer),
    ),
  );
}

test("three users comment on, react to, assign and close a thread, and the administration reads all of it", async () => {
  const started = await as(alice, "addCommentAnnotations", {
    annotations: [
      {
        annotation: { type: "text", location: { locationId: "page-1", locationName: "Page 1" }, metadataJson: '{"selection":[1,9]}' },
        comments: [{ text: "What about this, @Bob?", taggedUsers: [bob] }],
      },
    ],
  });
  const annotationId: string = started.results[0].result.id;
  const [question] = started.results[0].commentIds;
  const replied = await as(bob, "addComments", { annotationId, comments: [{ text: "Loking into it." }] });
  const reply = replied.results[0].id;
  await as(bob, "updateComments", { annotationId, commentIds: [reply], change: { text: "Looking into it." } });
  await as(carol, "addComments", {
    annotationId,
    comments: [{ text: "Me too.", attachments: [{ name: "shot.png", mimeType: "image/png", sizeBytes: 9 }] }],
  });
  await as(carol, "addReactions", { annotationId, commentId: question, reactions: ["👍", "🎉"] });
  await as(carol, "deleteReactions", { annotationId, commentId: question, reactions: ["🎉"] });
  await as(alice, "addReactions", { annotationId, commentId: reply, reactions: ["👍"] });
  await as(alice, "updateCommentAnnotations", { annotationIds: [annotationId], change: { assignee: bob, priority: "HIGH" } });
  await as(bob, "updateCommentAnnotations", { annotationIds: [annotationId], change: { status: "RESOLVED" } });
  await as(carol, "addRecordings", { recordings: [{ recordingId: "call", type: "audio", durationMs: 1000 }] });

  const seenByCarol = await as(carol, "getCommentAnnotations");
  expect(seenByCarol.annotations[0].comments.map(({ text }: { text: string }) => text)).toEqual([
    "What about this, @Bob?",
    "Looking into it.",
    "Me too.",
  ]);

  const { customer } = workspace;
  const place = { organizationId: "acme", documentId: "welcome" };
  expect(await customer.data("/v2/commentannotations/get", { ...place, userIds: ["carol"] })).toMatchObject([
    {
      annotationId,
      status: { id: "RESOLVED", name: "RESOLVED", type: "terminal" },
      priority: { id: "HIGH", name: "HIGH" },
      type: "text",
      location: { id: "page-1", locationName: "Page 1" },
      assignedTo: bob,
      involvedUserIds: ["alice", "bob", "carol"],
      mentionedUserIds: ["bob"],
      metadata: { selection: [1, 9] },
      comments: [
        {
          commentId: question,
          from: alice,
          taggedUserContacts: [{ userId: "bob", contact: bob }],
          reactionAnnotations: [{ icon: "👍", fromUsers: [{ from: carol }] }],
          editedAt: null,
        },
        {
          commentId: reply,
          from: bob,
          commentText: "Looking into it.",
          reactionAnnotations: [{ icon: "👍", fromUsers: [{ from: alice }] }],
          editedAt: expect.any(Number),
        },
        { from: carol, attachments: [{ name: "shot.png", mimeType: "image/png", size: 9 }] },
      ],
    },
  ]);
  expect(await customer.data("/v2/recordings/get", { ...place, userId: "carol" })).toMatchObject([
    { recordingId: "call", type: "audio", durationMs: 1000 },
  ]);
  const activities = await customer.data("/v2/activities/get", place);
  expect(activities.map(({ displayMessage }: { displayMessage: string }) => displayMessage).reverse()).toEqual([
    "Alice added a comment.",
    "Bob added a comment.",
    "Bob changed a comment.",
    "Carol added a comment.",
    "Carol reacted with 👍.",
    "Carol reacted with 🎉.",
    "Carol took back the reaction 🎉.",
    "Alice reacted with 👍.",
    "Alice changed the priority from none to HIGH.",
    "Alice changed the assignee from none to Bob.",
    "Bob changed the status from OPEN to RESOLVED.",
    "Carol added a recording.",
  ]);
});

test("a disabled document or organization is closed within 5 s for users, and not for the administration", async () => {
  const { customer } = workspace;
  const state = () =>
    as(alice, "getCommentAnnotations", {}, "closed").then(
      () => "open",
      ({ code }) => code,
    );
  const setDocument = (disabled: boolean) =>
    customer.data("/v2/organizations/documents/access/disablestate/update", { organizationId: "acme", documentIds: ["closed"], disabled });
  const setOrganization = (disabled: boolean) =>
    customer.data("/v1/organizations/access/disablestate/update", { organizationIds: ["acme"], disabled });
  expect(await state()).toBe("open");

  for (const set of [setDocument, setOrganization]) {
    await set(true);
    await until(async () => (await state()) === status.PERMISSION_DENIED, 5_000);
    await customer.data("/v2/commentannotations/get", { organizationId: "acme", documentId: "closed" });
    await set(false);
    await until(async () => (await state()) === "open", 5_000);
  }
});

test("a document disabled while the directory stops answering is not open 5 s later, and is closed when the directory is back", async () => {
  const directory = parley.processOf("organization-directory");
  const write = () =>
    as(alice, "addCommentAnnotations", { annotations: [{ annotation: {}, comments: [{ text: "x" }] }] }, "paused").then(
      () => "open",
      ({ code }) => code,
    );
  expect(await write()).toBe("open");
  const disable = { organizationId: "acme", documentIds: ["paused"], disabled: true };
  await workspace.customer.data("/v2/organizations/documents/access/disablestate/update", disable);

  directory.kill("SIGSTOP");
  try {
    const states: unknown[] = [];
    const endMs = performance.now() + 5_000;
    await until(async () => {
      states.push(await write());
      return performance.now() > endMs;
    }, 15_000);
    expect(await write()).toBe(status.UNAVAILABLE);
    expect(states.filter((state) => state !== "open" && state !== status.UNAVAILABLE && state !== status.PERMISSION_DENIED)).toEqual([]);
  } finally {
    directory.kill("SIGCONT");
  }
  await until(async () => (await write()) === status.PERMISSION_DENIED, 10_000);
});
