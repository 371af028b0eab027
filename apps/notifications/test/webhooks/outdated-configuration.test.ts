import { withConstants } from "@parley/runtime";
import { querySql, until } from "@parley/testing";
import { expect, test } from "vitest";
import { configureEndpoints, furtherEndpoint } from "./further-endpoint.ts";
import { useWebhooks } from "./use-webhooks.ts";
import { commentAdded, startWebhooks } from "./webhooks-service.ts";

const { service, endpoint: receiver } = useWebhooks({ ...withConstants({ webhookBreakerFailures: 3 }) });

/** An endpoint of an API key with a path of the same name. */
const at = (apiKeyId: string, name: string, events: readonly string[], more = {}) =>
  furtherEndpoint({ endpointId: `ep_${name}`, url: receiver.url(`/${apiKeyId}/${name}`), filterTypes: [...events], ...more });

const receivedBy = (apiKeyId: string, name: string) => receiver.bodies(`/${apiKeyId}/${name}`);

/** Leaves the service with a configuration without the endpoints that are added to it, while the workspace service cannot be asked. */
async function outdate(apiKeyId: string, event: string): Promise<void> {
  const older = [at(apiKeyId, "broken", ["comment.add", event], { uid: "crm" }), at(apiKeyId, "older", [event])];
  const added = [
    at(apiKeyId, "added", [event]),
    at(apiKeyId, "unrelated", ["comment.delete"]),
    at(apiKeyId, "disabled", [event], { disabled: true }),
  ];
  configureEndpoints(service.fakes, apiKeyId, ...older);
  await service.webhooks.sendTestWebhook({ apiKeyId, trigger: "comment.add", endpointId: "ep_older" });
  receiver.received.length = 0;
  configureEndpoints(service.fakes, apiKeyId, ...older, ...added);
  service.fakes.workspaceIsDown = true;
}

/** Lets the workspace service respond again, and waits until nothing is queued for those who may be notified. */
async function end(apiKeyId: string): Promise<void> {
  service.fakes.workspaceIsDown = false;
  const queued = `select from notifications.webhook_queue where api_key_id = '${apiKeyId}' and target <> 'ep_broken'`;
  await until(async () => (await querySql(service.databaseUrl, queued)).length === 0);
}

/** Expects that the older endpoint and the one added since have the same event, each once, and that others have none. */
function expectBoth(apiKeyId: string, body: object): void {
  const [older = {}] = receivedBy(apiKeyId, "older");
  expect(older).toMatchObject({ ...body, timestamp: expect.any(Number), metadata: { apiKey: apiKeyId } });
  const webhookId = String(older.webhookId).replace(/_ep_older$/, "_ep_added");
  expect(receivedBy(apiKeyId, "added")).toEqual([{ ...older, webhookId }]);
  expect(receivedBy(apiKeyId, "older")).toHaveLength(1);
  expect([...receivedBy(apiKeyId, "unrelated"), ...receivedBy(apiKeyId, "disabled")]).toEqual([]);
}

test("a removal that completes after an endpoint was added, and is handled by an older configuration, is reported to that endpoint, and to no other twice", async () => {
  await outdate("pk_removal", "removal.complete");
  await service.sendRemoval("pk_removal", "job-1");
  await until(() => receivedBy("pk_removal", "older").length === 1);

  await end("pk_removal");

  expectBoth("pk_removal", { event: "removal.complete", removal: { jobId: "job-1", kind: "user", requestedAt: 1, completedAt: 2 } });
});

test("a removal that completes while the configuration is unknown is reported once it is known", async () => {
  configureEndpoints(service.fakes, "pk_unseen", at("pk_unseen", "first", ["removal.complete"]));
  service.fakes.workspaceIsDown = true;
  await service.sendRemoval("pk_unseen", "job-2");
  const queued = "select from notifications.webhook_queue where api_key_id = 'pk_unseen'";
  await until(async () => (await querySql(service.databaseUrl, queued)).length === 1);

  await end("pk_unseen");

  expect(receivedBy("pk_unseen", "first")).toMatchObject([{ event: "removal.complete", removal: { jobId: "job-2" } }]);
});

/** What happens while the configuration is older than an endpoint, and of which that is notified too. */
const reportedToAdded = (event: string, status: number) => async () => {
  const apiKeyId = `pk_${status}`;
  receiver.answer = (response, { path }) => void response.writeHead(path.endsWith("/broken") ? status : 200).end();
  await outdate(apiKeyId, event);
  await service.send(commentAdded(apiKeyId));
  await until(() => receivedBy(apiKeyId, "older").length === 1);

  await end(apiKeyId);

  const lastRequest = { status, errorClass: status === 410 ? "gone" : "http_status" };
  expectBoth(apiKeyId, { event, endpoint: { endpointId: "ep_broken", uid: "crm" }, lastRequest });
  expect(new Set(receivedBy(apiKeyId, "broken").map((body) => body.event))).toEqual(new Set(["comment.add"]));
  receiver.answer = (response) => void response.end();
};

test(
  "a failing endpoint is reported to an endpoint that the last known configuration lacks, and to no other twice",
  reportedToAdded("endpoint.failing", 503),
);

test(
  "an endpoint that is gone is reported to an endpoint that the last known configuration lacks, and to no other twice",
  reportedToAdded("endpoint.gone", 410),
);

test(
  "a finally failed delivery is reported to an endpoint that the last known configuration lacks, and to no other twice",
  reportedToAdded("delivery.exhausted", 400),
);

/** The same while the last of some requests is answered, when the last known configuration is not used any more. */
const reportedWhenUnknown = (event: string, status: number, requests: number) => async () => {
  await using own = await startWebhooks({ ...withConstants({ webhookConfigOutageMs: 1 }), PARLEY_WEBHOOK_RETRY_SECONDS: "0.05" });
  const apiKeyId = `pk_late_${status}`;
  const broken = at(apiKeyId, "broken", ["comment.add"], { uid: "crm" });
  configureEndpoints(own.fakes, apiKeyId, broken);
  receiver.answer = async (response, { path }) => {
    if (path.endsWith("/broken") && receivedBy(apiKeyId, "broken").length === requests) {
      configureEndpoints(own.fakes, apiKeyId, broken, at(apiKeyId, "added", [event]));
      own.fakes.workspaceIsDown = true;
      const downSinceMs = performance.now();
      // Until then a configuration is used without being loaded again.
      await until(() => performance.now() - downSinceMs > 2_000);
    }
    response.writeHead(path.endsWith("/broken") ? status : 200).end();
  };

  await own.send(commentAdded(apiKeyId));
  const unknown = "select from notifications.webhook_queue where target = '*'";
  await until(async () => (await querySql(own.databaseUrl, unknown)).length === 1);
  own.fakes.workspaceIsDown = false;

  await until(() => receivedBy(apiKeyId, "added").length === 1);
  expect(receivedBy(apiKeyId, "added")).toMatchObject([{ event, endpoint: { endpointId: "ep_broken", uid: "crm" } }]);
  receiver.answer = (response) => void response.end();
};

test(
  "an endpoint that is gone is reported to an endpoint that was added during the request, while the configuration is unknown",
  reportedWhenUnknown("endpoint.gone", 410, 1),
);

test(
  "a finally failed delivery is reported to an endpoint that was added during the last request, while the configuration is unknown",
  reportedWhenUnknown("delivery.exhausted", 400, 2),
);
