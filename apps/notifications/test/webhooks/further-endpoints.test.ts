import { WebhookDeliveryState } from "@parley/contracts/notifications";
import { WebhookPayload } from "@parley/contracts/workspace";
import { withConstants } from "@parley/runtime";
import { querySql, until } from "@parley/testing";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { configureEndpoints, furtherEndpoint } from "./further-endpoint.ts";
import { useWebhooks } from "./use-webhooks.ts";
import { annotation, comment, commentAdded } from "./webhooks-service.ts";

const otherSecret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const { service, endpoint: receiver } = useWebhooks({ ...withConstants({ webhookConfigOutageMs: 0 }) });

const idle = () => until(async () => (await querySql(service.databaseUrl, "select from notifications.webhook_queue")).length === 0);
const at = (path: string) => ({ endpointId: `ep_${path.slice(1)}`, url: receiver.url(path) });
const textsOf = (value: unknown): string[] =>
  typeof value === "string"
    ? [value]
    : typeof value === "object" && value !== null
      ? Object.values(value as Record<string, unknown>).flatMap(textsOf)
      : [];
const log = async (apiKeyId: string, more = {}) => (await service.webhooks.getWebhookDeliveries({ apiKeyId, ...more })).deliveries;

test("an endpoint receives what its filters admit, and none of fifty that do not want an event has a delivery", async () => {
  const others = Array.from({ length: 50 }, (_, n) => furtherEndpoint({ ...at(`/o${n}`), filterTypes: ["comment.delete"] }));
  configureEndpoints(
    service.fakes,
    "pk_filters",
    furtherEndpoint({ ...at("/all") }),
    furtherEndpoint({ ...at("/acme"), organizationIds: ["acme"] }),
    furtherEndpoint({ ...at("/plans"), documentIds: ["plans"] }),
    furtherEndpoint({ ...at("/billing"), channels: ["billing", "sales"] }),
    ...others,
  );

  await service.send(
    commentAdded("pk_filters"),
    commentAdded("pk_filters", { documentId: "plans", channels: ["sales", "x"] }),
    commentAdded("pk_filters", { organizationId: "globex", documentId: "plans" }),
  );
  await until(() => receiver.bodies("/all").length === 3);
  await idle();

  expect(["/acme", "/plans", "/billing"].map((path) => receiver.bodies(path).length)).toEqual([2, 2, 1]);
  expect(await log("pk_filters")).toHaveLength(8);
});

test("each endpoint is signed with its own secret and has its own headers, not those of the configuration", async () => {
  const withHeader = { headers: { authorization: "Bearer the-token", "x-team": "crm" }, secret: otherSecret };
  configureEndpoints(service.fakes, "pk_signed", furtherEndpoint({ ...at("/own"), ...withHeader }), furtherEndpoint(at("/plain")));
  receiver.answer = (response, { headers }) => void response.end(`You sent ${headers.authorization}.`);

  await service.send(commentAdded("pk_signed"));
  await until(() => receiver.bodies("/own").length + receiver.bodies("/plain").length === 2);
  await idle();

  const [own, plain] = ["/own", "/plain"].map((path) => receiver.received.find((received) => received.path === path));
  new Webhook(otherSecret).verify(own?.body ?? "", own?.headers ?? {});
  expect(() => new Webhook(otherSecret).verify(plain?.body ?? "", plain?.headers ?? {})).toThrow();
  expect(own?.headers).toMatchObject({ authorization: "Bearer the-token", "x-team": "crm" });
  expect(plain?.headers).not.toHaveProperty("authorization");
  const excerpts = (await log("pk_signed")).flatMap(({ attempts }) => attempts.map(({ responseExcerpt }) => responseExcerpt));
  expect(excerpts.join()).not.toContain("the-token");
  receiver.answer = (response) => void response.end();
});

test("a thin body has ids and the names of changed fields, and no text of the thread", async () => {
  service.fakes.profiles.set("alice", { name: "Stored Alice", email: "stored@acme.example", metadataJson: '{"note":"stored note"}' });
  configureEndpoints(service.fakes, "pk_thin", furtherEndpoint({ ...at("/thin"), payload: WebhookPayload.THIN }));

  await service.send(
    commentAdded("pk_thin"),
    commentAdded("pk_thin", {
      trigger: "comment_annotation.status_change",
      newStatusJson: '{"id":"DONE","name":"Done at last"}',
      commentId: "",
    }),
    commentAdded("pk_thin", { trigger: "comment.reaction_add", reaction: "👍" }),
  );
  await until(() => receiver.bodies("/thin").length === 3);

  expect(receiver.bodies("/thin")[0]).toEqual({
    webhookId: expect.stringMatching(/^evt_[0-9a-f]{32}_ep_thin$/),
    event: "comment.add",
    actionType: "added",
    notificationSource: "comment",
    actionUserId: "alice",
    organizationId: "acme",
    documentId: "welcome",
    targetAnnotationId: "greeting",
    targetCommentId: "greeting-2",
    changed: ["comments"],
    timestamp: 1_700_000_000_000,
    metadata: { apiKey: "pk_thin" },
    sequence: 1,
  });
  expect(receiver.bodies("/thin").map(({ changed }) => changed)).toEqual([["comments"], ["status"], ["reactionAnnotations"]]);
  // Ids, and a word of the format.
  const ids = new Set(["acme", "welcome", "greeting", "greeting-2", "alice", "pk", "added"]);
  const sent = receiver.received
    .filter(({ path }) => path === "/thin")
    .map(({ body }) => body)
    .join("\n");
  const contents = [
    ...textsOf(annotation),
    ...textsOf(comment),
    "Done at last",
    "👍",
    "Stored Alice",
    "stored@acme.example",
    "stored note",
  ];
  for (const text of contents.filter((one) => one !== "" && !ids.has(one))) expect(sent).not.toContain(JSON.stringify(text).slice(1, -1));
});

test("a processed body is sent to an endpoint that wants one, and bodies of drafts are shown in the form of their endpoint", async () => {
  configureEndpoints(service.fakes, "pk_forms", furtherEndpoint({ ...at("/who"), payload: WebhookPayload.PROCESSED }));

  await service.send(commentAdded("pk_forms"));
  await until(() => receiver.bodies("/who").length === 1);

  expect(receiver.bodies("/who")[0]).toMatchObject({ commentTextFrom: { userId: "alice" }, toContactsTagged: [{ userId: "bob" }] });
  const [delivery] = await log("pk_forms", { includeBodies: true });
  expect(delivery).toMatchObject({ endpointId: "ep_who", target: 0 });
  expect(JSON.parse(delivery?.bodyJson ?? "")).toEqual(receiver.bodies("/who")[0]);
});

test("deliveries of a disabled endpoint are held, and can be recovered for it alone", async () => {
  const one = furtherEndpoint(at("/one"));
  const two = furtherEndpoint(at("/two"));
  configureEndpoints(service.fakes, "pk_held", one, two);
  const answer = Promise.withResolvers<void>();
  receiver.answer = async (response) => {
    await answer.promise;
    response.writeHead(500).end();
  };
  await service.send(commentAdded("pk_held"));
  await until(() => receiver.bodies("/one").length + receiver.bodies("/two").length === 2);
  configureEndpoints(service.fakes, "pk_held");
  answer.resolve();
  await until(async () => (await log("pk_held", { state: WebhookDeliveryState.HELD })).length === 2);
  receiver.answer = (response) => void response.end();

  configureEndpoints(service.fakes, "pk_held", one, two);
  const sendTest = () => service.webhooks.sendTestWebhook({ apiKeyId: "pk_held", trigger: "comment.add", endpointId: "ep_one" });
  await until(async () => (await sendTest()).results[0]?.success === true);
  const { recovery } = await service.webhooks.startWebhookRecovery({ apiKeyId: "pk_held", endpointId: "ep_one" });
  const recoveryId = recovery?.recoveryId ?? "";
  await until(async () => (await service.webhooks.getWebhookRecovery({ apiKeyId: "pk_held", recoveryId })).recovery?.isCompleted === true);

  await until(async () => (await log("pk_held", { endpointId: "ep_one", state: WebhookDeliveryState.DELIVERED })).length === 1);
  expect(await log("pk_held", { state: WebhookDeliveryState.HELD })).toMatchObject([{ endpointId: "ep_two" }]);
});

test("an event whose endpoints are unknown reaches those that want it once the workspace service responds", async () => {
  configureEndpoints(
    service.fakes,
    "pk_away",
    furtherEndpoint(at("/wanting")),
    furtherEndpoint({ ...at("/not-wanting"), filterTypes: ["comment.delete"] }),
  );
  service.fakes.workspaceIsDown = true;
  await service.send(commentAdded("pk_away"), commentAdded("pk_away"));
  const queued = "select from notifications.webhook_queue where api_key_id = 'pk_away' and target = '*'";
  await until(async () => (await querySql(service.databaseUrl, queued)).length === 2);
  const shown = await log("pk_away", { state: WebhookDeliveryState.PENDING });

  service.fakes.workspaceIsDown = false;

  await until(() => receiver.bodies("/wanting").length === 2);
  await idle();
  expect(shown.filter(({ endpointId }) => endpointId === "*")).toEqual([]);
  expect(receiver.bodies("/wanting").map(({ sequence }) => sequence)).toEqual([1, 2]);
  expect(receiver.bodies("/not-wanting")).toEqual([]);
  expect((await log("pk_away")).map(({ endpointId }) => endpointId)).toEqual(["ep_wanting", "ep_wanting"]);
  expect(await querySql(service.databaseUrl, "select from notifications.webhook_deliveries where target = '*'")).toEqual([]);
});

test("a test is sent to the named endpoint, and to no other", async () => {
  configureEndpoints(service.fakes, "pk_test", furtherEndpoint(at("/tested")), furtherEndpoint(at("/untested")));
  const send = (endpointId: string) => service.webhooks.sendTestWebhook({ apiKeyId: "pk_test", trigger: "comment.add", endpointId });

  expect((await send("ep_tested")).results).toMatchObject([{ endpointId: "ep_tested", target: 0, success: true }]);
  await expect(send("ep_unknown")).rejects.toThrow("not_found");
  await expect(send("")).rejects.toThrow("failed_precondition");
  expect(receiver.bodies("/untested")).toEqual([]);
});
