import { OwnKeys } from "../own-keys.ts";
import { organizationId, type Scenario } from "../scenario.ts";
import { type FaultyReceiver, startFaultyReceiver } from "./faulty-receiver.ts";

const documentId = "webhooks";
const place = { organizationId, documentId };
const author = { userId: "alice", name: "Alice" };
let receiver: FaultyReceiver | undefined;

/** Threads, replies and changed texts, each of which an endpoint that often fails is told of, under one id. */
export const webhooks: Scenario = {
  name: "webhooks",
  hasOwnKey: true,
  showsWithinMs: 90_000,
  async arrange(customer) {
    const { secret } = await customer.ask<{ secret: string }>("/v2/workspace/webhooksecret/get", {});
    receiver = await startFaultyReceiver(secret);
    await customer.arrange("/v2/workspace/webhookconfig/update", {
      useWebhookService: true,
      webhookServiceConfig: { rawNotificationUrl: receiver.url },
    });
    await customer.arrange("/v2/organizations/documents/add", { organizationId, documents: [{ documentId }] });
  },
  writer(name, random) {
    const own = new OwnKeys(name, random);
    return () => {
      const text = `told ${name} ${own.next()}`;
      // What is asked for is not that it be stored but that it be told.
      const asks = { facts: [{ key: text, value: "told" }], idempotencyKey: `${name}-${own.next()}` };
      if (own.size === 0 || random.chance(0.2)) {
        const annotationId = own.add();
        const comments = [{ commentId: "first", author, text }];
        return { path: "/v2/commentannotations/add", data: { ...place, commentAnnotations: [{ annotationId, comments }] }, ...asks };
      }
      const annotationId = own.any();
      const [kind, comment] = random.chance(0.5)
        ? (["add", { author, text }] as const)
        : (["update", { commentId: "first", text }] as const);
      return { path: `/v2/commentannotations/comments/${kind}`, data: { ...place, annotationId, comments: [comment] }, ...asks };
    };
  },
  stored: async () => [...(receiver?.accepted ?? [])].map((key) => ({ key, value: "told" })),
  check: async () => (receiver?.problems ?? []).map((what) => ({ kind: "broken", scenario: "webhooks", what })),
  close: async () => receiver?.close(),
};
