import { setTimeout as delay } from "node:timers/promises";
import { OwnKeys } from "../own-keys.ts";
import { organizationId, type Scenario } from "../scenario.ts";
import { type FaultyReceiver, startFaultyReceiver } from "./faulty-receiver.ts";

const documentId = "webhooks";
const place = { organizationId, documentId };
const author = { userId: "alice", name: "Alice" };
const configured = ["/raw", "/processed"] as const;
// A new endpoint may miss events for this time.
const endpointUnknownMs = 3_000;

/** Threads, replies and changed texts, each delivered to ten endpoints that often fail, under one id each. */
export const webhooks = webhookScenario("webhooks", { isEncrypted: false, further: 8 });

/** The same scenario for two endpoints, with encrypted bodies. */
export const encryptedWebhooks = webhookScenario("encrypted-webhooks", { isEncrypted: true, further: 0 });

function webhookScenario(name: string, { isEncrypted, further }: { readonly isEncrypted: boolean; readonly further: number }): Scenario {
  let receiver: FaultyReceiver | undefined;
  const furtherPaths = Array.from({ length: further }, (_, n) => `/further-${n}`);
  const paths = [...configured, ...furtherPaths];
  return {
    name,
    hasOwnKey: true,
    showsWithinMs: 90_000,
    async arrange(customer) {
      const { secret } = await customer.ask<{ secret: string }>("/v2/workspace/webhooksecret/get", {});
      const secrets = new Map<string, string>(configured.map((path) => [path, secret]));
      receiver = await startFaultyReceiver({ secretOf: (path) => secrets.get(path) ?? "", isEncrypted });
      const [raw, processed] = configured.map((path) => `${receiver?.url}${path}`);
      await customer.arrange("/v2/workspace/webhookconfig/update", {
        useWebhookService: true,
        webhookServiceConfig: {
          rawNotificationUrl: raw,
          processedNotificationUrl: processed,
          encryptData: isEncrypted,
          publicKey: receiver.publicKey,
        },
      });
      for (const path of furtherPaths) {
        await customer.arrange("/v2/workspace/advancedwebhook/endpoints/create", { uid: path.slice(1), url: `${receiver.url}${path}` });
        const own = await customer.ask<{ secret: string }>("/v2/workspace/advancedwebhook/endpoints/secret/get", {
          endpointId: path.slice(1),
        });
        secrets.set(path, own.secret);
      }
      if (further > 0) await delay(endpointUnknownMs);
      await customer.arrange("/v2/organizations/documents/add", { organizationId, documents: [{ documentId }] });
    },
    writer(writer, random) {
      const own = new OwnKeys(writer, random);
      return () => {
        const text = `told ${writer} ${own.next()}`;
        // The required fact is the delivery, not the stored comment.
        const facts = paths.map((path) => ({ key: `${path} ${text}`, value: "told" }));
        const asks = { facts, idempotencyKey: `${writer}-${own.next()}` };
        if (own.size === 0 || random.chance(0.2)) {
          const annotationId = own.add();
          const commentData = [{ commentId: "first", from: author, commentText: text }];
          return { path: "/v2/commentannotations/add", data: { ...place, commentAnnotations: [{ annotationId, commentData }] }, ...asks };
        }
        const annotationId = own.any();
        const [kind, comment] = random.chance(0.5)
          ? (["add", { commentData: [{ from: author, commentText: text }] }] as const)
          : (["update", { commentIds: ["first"], updatedData: { commentText: text } }] as const);
        return { path: `/v2/commentannotations/comments/${kind}`, data: { ...place, annotationId, ...comment }, ...asks };
      };
    },
    stored: async () => [...(receiver?.accepted ?? [])].map((key) => ({ key, value: "told" })),
    check: async () =>
      [...(receiver?.problems ?? []), ...(receiver?.gaps() ?? [])].map((what) => ({ kind: "broken", scenario: name, what })),
    close: async () => receiver?.close(),
  };
}
