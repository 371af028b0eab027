import type { Mutation } from "../mutation.ts";

const leases = ["apps/notifications/test/webhooks/leases.test.ts"];
const sealed = ["apps/notifications/test/webhooks/sealed-payloads.test.ts"];

/** What is sent to customers' endpoints, once for each who holds it, and where to. */
export const webhooks: readonly Mutation[] = [
  {
    name: "webhook-outcome-recorded-without-its-fence",
    file: "apps/notifications/src/webhooks/queue/webhook-outcomes.store.ts",
    text: `leased.verdict <> 'retry' and \${isLeased}`,
    replacement: "leased.verdict <> 'retry' and q.api_key_id = leased.api_key_id and q.delivery_id = leased.delivery_id",
    noticedBy: leases,
    tests: "a process that lost a delivery while",
  },
  {
    name: "webhook-lease-held-without-its-fence",
    file: "apps/notifications/src/webhooks/queue/webhook-leases.store.ts",
    text: "and q.delivery_id = leased.delivery_id and q.fence = leased.fence`;",
    replacement: "and q.delivery_id = leased.delivery_id and q.fence >= leased.fence`;",
    noticedBy: leases,
    tests: "a process that lost a delivery does not keep",
  },
  {
    name: "webhook-lease-is-not-renewed",
    file: "apps/notifications/src/delivery/leases.ts",
    text: "const kept = await extend(rows, leaseMs);",
    replacement: "const kept = new Set(rows.map(({ deliveryId }) => deliveryId));",
    noticedBy: leases,
    tests: "a lease is kept alive",
  },
  {
    name: "webhook-configuration-outlives-its-api-key",
    file: "apps/notifications/src/webhooks/config/delivery-configs.ts",
    text: "invalidate(apiKeyId: string): void {\n    this.#fresh.invalidate(apiKeyId);",
    replacement: "invalidate(_apiKeyId: string): void {",
    noticedBy: ["apps/notifications/src/webhooks/config/delivery-configs.test.ts"],
  },
  {
    name: "webhook-signature-over-another-body",
    file: "apps/notifications/src/webhooks/sending/webhook-sender.ts",
    text: "signatureOf(config.secrets, webhookId, nowMs, bytes)",
    replacement: "signatureOf(config.secrets, webhookId, nowMs, Buffer.from(body))",
    noticedBy: sealed,
    tests: "encoded data is the base64",
  },
  {
    name: "webhook-secret-signs-for-ever",
    file: "apps/notifications/src/webhooks/sending/webhook-sender.ts",
    text: "nowMs < untilMs",
    replacement: "nowMs < untilMs + 86_400_000",
    noticedBy: sealed,
    tests: "while two secrets sign",
  },
  {
    name: "one-public-address-among-several-is-enough",
    file: "apps/notifications/src/webhooks/guard/egress-guard.ts",
    text: "addresses.some(({ address })",
    replacement: "addresses.every(({ address })",
    noticedBy: ["apps/notifications/src/webhooks/guard/egress-guard.test.ts"],
  },
  {
    name: "connected-socket-is-not-checked",
    file: "apps/notifications/src/webhooks/guard/egress-guard.ts",
    text: 'if (guard.isAllowed(socket.remoteAddress ?? "")) return callback(null, socket);',
    replacement: "return callback(null, socket);",
    noticedBy: ["apps/notifications/test/webhooks/guard.test.ts"],
    tests: "the socket is checked once more",
  },
  {
    name: "connection-to-a-named-address-is-made-before-it-is-refused",
    file: "apps/notifications/src/webhooks/guard/egress-guard.ts",
    text: "guard.refuseLiteral(new URL(`",
    replacement: "void (new URL(`",
    noticedBy: ["apps/notifications/test/webhooks/guard.test.ts"],
    tests: "an address that is not allowed is not connected to",
  },
  {
    name: "private-address-may-be-configured",
    file: "apps/workspace/src/webhooks/webhook-url.ts",
    text: "if (host !== undefined) return",
    replacement: "if (host === text) return",
    noticedBy: ["apps/workspace/src/webhooks/webhook-settings.test.ts"],
  },
  {
    name: "ports-of-other-services-are-reached",
    file: "libs/egress/src/egress-rules.ts",
    text: "port >= first && port <= last",
    replacement: "port >= first || port <= last",
    noticedBy: ["libs/egress/src/egress-rules.test.ts"],
  },
  {
    name: "ipv6-is-public-whatever-it-is",
    file: "libs/egress/src/is-public-address.ts",
    text: '(address.kind() === "ipv4" || isIn(address, publicIpv6))',
    replacement: "true",
    noticedBy: ["libs/egress/src/is-public-address.test.ts"],
  },
];
