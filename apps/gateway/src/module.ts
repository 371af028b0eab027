import { hkdfSync } from "node:crypto";
import { credentialsChangedTopic } from "@parley/contracts/topics";
import { WorkspaceService } from "@parley/contracts/workspace";
import { PageTokens, runInCall } from "@parley/kernel";
import { listener, messagingSettings, useListeners } from "@parley/messaging";
import { defineModule, durationHistogram, type Host } from "@parley/runtime";
import { idsOf } from "./credentials/credential.ts";
import { CredentialCache } from "./credentials/credential-cache.ts";
import { CredentialCheck, headerNames } from "./credentials/credential-check.ts";
import { authenticateBy } from "./credentials/workspace-authenticate.ts";
import { openApiDocument } from "./docs/openapi.ts";
import { docsPages } from "./docs/pages.ts";
import type { EventStream } from "./http/event-stream.ts";
import { close, createHttpServer, listen } from "./http/http-server.ts";
import { type GatewayConfig, gatewaySettings } from "./http/settings.ts";
import { operations } from "./operations/index.ts";
import { pathsOf } from "./operations/operation.ts";
import { type DispatchContext, dispatch } from "./request/dispatch.ts";
import { Refusal } from "./request/error-answer.ts";
import { Idempotency } from "./request/idempotency.ts";
import { inSpan } from "./request/request-span.ts";
import { idempotencyRecordOf } from "./request/workspace-idempotency.ts";

const lastCallMs = 250;

const services = [...new Set(operations.map(({ service }) => service))];

/** HTTP/JSON in, Connect-RPC out. Keeps nothing. */
export const gatewayModule = defineModule({
  name: "gateway",
  config: { ...gatewaySettings, ...messagingSettings },
  uses: [...new Set([WorkspaceService, ...services])],
  async mount(host, config) {
    const workspace = host.client(WorkspaceService);
    const cache = new CredentialCache(authenticateBy(workspace));
    const onChange = listener(credentialsChangedTopic, ({ message: { workspaceId, apiKeyId } }) => cache.forget(apiKeyId || workspaceId));
    await useListeners(host, config, [onChange]);
    const context: DispatchContext = {
      credentials: new CredentialCheck({
        names: headerNames(config.headerPrefix),
        cache,
        adminToken: config.adminToken,
      }),
      clients: new Map(services.map((service) => [service.typeName, host.client(service)])),
      idempotency: new Idempotency(idempotencyRecordOf(workspace), (error) =>
        host.log.warn({ err: error }, "An answer could not be kept for its idempotency key."),
      ),
      pageTokens: new PageTokens(config.masterKeys.map(pageTokenKey) as [Buffer, ...Buffer[]]),
      maxJsonDepth: config.maxJsonDepth,
      onBug: (error, { path }, requestId) =>
        host.log.error({ err: error, path, requestId }, "A request failed for a reason that no rule expects."),
    };
    serveHttp(host, config, context);
  },
});

function serveHttp(host: Host, config: GatewayConfig, context: DispatchContext): void {
  const durations = durationHistogram(host.metrics, "parley_http_request_duration_seconds", "Requests answered, by operation and status.", [
    "operation",
    "status",
  ]);
  const paths = new Set<string>(operations.flatMap(pathsOf));
  let inFlight = 0;
  const { maxBodyBytes, maxJsonDepth, receiveTimeoutMs, streamTimeoutMs } = config;
  const server = createHttpServer({
    operations,
    pages: docsPages(openApiDocument({ operations, names: headerNames(config.headerPrefix), maxBodyBytes, maxJsonDepth })),
    ready: () => host.health.ready(),
    maxBodyBytes,
    receiveTimeoutMs,
    streamTimeoutMs,
    serve: async (operation, { requestId, signal, headers, body }) => {
      if (inFlight >= config.maxInFlight) throw new Refusal("RESOURCE_EXHAUSTED", "The service has too much to do right now. Try again.");
      inFlight++;
      let stream: EventStream | undefined;
      try {
        const call = {
          requestId,
          deadlineMs: performance.now() + (operation.timeoutMs ?? config.requestTimeoutMs),
          signal,
          traced: host.tracing,
        };
        const work = () => runInCall(call, () => dispatch(context, operation, { headers, body, requestId }));
        const answer = await (host.tracing ? inSpan(operation, headers, work) : work());
        stream = answer.stream;
        return answer;
      } finally {
        if (stream === undefined) inFlight--;
        else stream.onEnd(() => inFlight--);
      }
    },
    onEnd: (request, status, durationMs) => {
      const known = paths.has(request.url);
      durations.observe({ operation: known ? request.url : "other", status: String(status) }, durationMs / 1000);
      host.log.info(
        {
          requestId: request.id,
          method: request.method,
          path: request.url.slice(0, 200),
          ...(request.credential === undefined ? {} : idsOf(request.credential)),
          status,
          durationMs: Math.round(durationMs * 10) / 10,
        },
        "request",
      );
    },
    onBug: (error, requestId) => host.log.error({ err: error, requestId }, "A request failed before its operation."),
  });
  host.onStart(async () => {
    const port = await listen(server, host.listenAddress, config.port);
    host.announce("gateway", `http://localhost:${port}`);
  });
  host.onStop(() => close(server, { lastCallMs, cutMs: host.shutdownGraceMs }));
}

/** Signing keys of page tokens are derived from the master keys, so that every gateway has them and no more need to be configured. */
function pageTokenKey({ key }: { key: Buffer }): Buffer {
  return Buffer.from(hkdfSync("sha256", key, "", "parley page tokens", 32));
}
