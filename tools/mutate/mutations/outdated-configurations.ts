import type { Mutation } from "../mutation.ts";

const outdated = ["apps/notifications/test/webhooks/outdated-configuration.test.ts"];

// Events that are not of the activity service, each with a test of its own.
const eventsOfAnOlderConfiguration = [
  { event: "removal-complete", tests: "a removal that completes after an endpoint" },
  { event: "endpoint-failing", tests: "a failing endpoint is reported to an endpoint that the last" },
  { event: "endpoint-gone", tests: "an endpoint that is gone is reported to an endpoint that the last" },
  { event: "delivery-exhausted", tests: "a finally failed delivery is reported to an endpoint that the last" },
].map(({ event, tests }) => ({
  name: `${event}-is-lost-for-an-endpoint-newer-than-the-configuration`,
  file: "apps/notifications/src/webhooks/config/recipients.ts",
  text: ": [unknownTargets];",
  replacement: ": [unknownTargets].slice(1);",
  noticedBy: outdated,
  tests,
}));

/** Events about endpoints and removals while the configuration of webhooks is outdated or unknown. */
export const outdatedConfigurations: readonly Mutation[] = [
  ...eventsOfAnOlderConfiguration,
  {
    name: "removal-is-not-reported-while-the-configuration-is-unknown",
    file: "apps/notifications/src/webhooks/on-removal-completed.ts",
    text: "await insertDeliveries(tx, removalEventsOf(known, apiKeyId, removal), onDeliveries);",
    replacement: 'if (known.state !== "unknown") await insertDeliveries(tx, removalEventsOf(known, apiKeyId, removal), onDeliveries);',
    noticedBy: outdated,
    tests: "a removal that completes while the configuration",
  },
  {
    name: "exhausted-delivery-is-not-reported-while-the-configuration-is-unknown",
    file: "apps/notifications/src/webhooks/queue/record-outcomes.ts",
    text: "subjects === undefined ?",
    replacement: 'subjects === undefined || known.state === "unknown" ?',
    noticedBy: outdated,
    tests: "a finally failed delivery is reported to an endpoint that was added",
  },
  {
    name: "gone-endpoint-is-not-reported-while-the-configuration-is-unknown",
    file: "apps/notifications/src/webhooks/queue/mark-endpoint.ts",
    text: "if (await isNew(tx)) await insertDeliveries(tx, events, onDeliveries);",
    replacement:
      'if (await isNew(tx)) await insertDeliveries(tx, events.filter(({ trigger, isUnchecked }) => trigger !== "endpoint.gone" || !isUnchecked), onDeliveries);',
    noticedBy: outdated,
    tests: "an endpoint that is gone is reported to an endpoint that was added",
  },
  {
    name: "event-has-another-id-for-each-endpoint",
    file: "apps/notifications/src/webhooks/queue/endpoint-events.ts",
    text: "const webhookId = webhookIdOf(eventId, target);",
    replacement: 'const webhookId = webhookIdOf(eventId === "" ? eventId : randomUUID(), target);',
    noticedBy: outdated,
    tests: "an endpoint that is gone is reported to an endpoint that the last",
  },
  {
    name: "endpoint-is-told-of-itself-by-a-later-configuration",
    file: "apps/notifications/src/webhooks/queue/endpoint-events.ts",
    text: "(body)?.endpoint?.endpointId",
    replacement: "(body)?.endpoint?.endpointId.slice(99)",
    noticedBy: outdated,
    tests: "a finally failed delivery is reported to an endpoint that the last",
  },
  {
    name: "event-about-an-endpoint-keeps-the-id-of-unknown-endpoints",
    file: "apps/notifications/src/webhooks/queue/endpoint-events.ts",
    text: "{ ...readJson<JsonObject>(body), webhookId }",
    replacement: "{ webhookId, ...readJson<JsonObject>(body) }",
    noticedBy: outdated,
    tests: "an endpoint that is gone is reported to an endpoint that the last",
  },
];
