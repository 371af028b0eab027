import type { KeyObject } from "node:crypto";
import { ActivityService } from "@parley/contracts/activity";
import { EmailsService } from "@parley/contracts/notifications";
import { credentialsChangedTopic } from "@parley/contracts/topics";
import { AuditService, CredentialsService, IdempotencyService, UsageService } from "@parley/contracts/workspace";
import { isIssuedAuthToken, PageTokens } from "@parley/kernel";
import { listener, messagingSettings, useListeners } from "@parley/messaging";

import { defineModule, type Host, observedGauge } from "@parley/runtime";

import { agentRoute } from "./agents/agent-route.ts";
import { useAudit } from "./audit/use-audit.ts";
import { followChanges } from "./changes/follow-changes.ts";
import { oidcSettings } from "./console/oidc/oidc-settings.ts";
import { useConsole } from "./console/use-console.ts";
import { challengesFor } from "./credentials/challenges.ts";
import { CredentialCache } from "./credentials/credential-cache.ts";
import { CredentialCheck, type HeaderNames, headerNames } from "./credentials/credential-check.ts";
import { gatewayKeysOf } from "./credentials/gateway-keys.ts";
import { RefusedCredentials } from "./credentials/refused-credentials.ts";
import { useUserAccess } from "./credentials/use-user-access.ts";
import { authenticateBy } from "./credentials/workspace-authenticate.ts";
import { docsRoutes } from "./docs/docs-routes.ts";
import type { HttpRoute } from "./http/http-route.ts";
import { HttpServer } from "./http/http-server.ts";
import { probeRoutes } from "./http/probe-routes.ts";
import { RequestRecord } from "./http/request-record.ts";
import { requestRoutes } from "./http/request-routes.ts";
import { type GatewayConfig, gatewaySettings } from "./http/settings.ts";
import { userRoutes } from "./http/user-routes.ts";
import { Admission } from "./load/admission.ts";
import { FairQueue } from "./load/fair-queue.ts";
import { FewAtOnce } from "./load/few-at-once.ts";
import { meOperations, operations } from "./operations/index.ts";
import { countRemovalOf } from "./request/dry-run.ts";
import { type AnswerError, answerErrors } from "./request/error-envelope.ts";
import { Idempotency } from "./request/idempotency.ts";
import { OpenStreams } from "./request/open-streams.ts";
import { recordDenied } from "./request/recorded-acts.ts";
import { RequestHandler } from "./request/request-handler.ts";
import { idempotencyRecordOf } from "./request/workspace-idempotency.ts";
import { reportRequests, trafficSettings } from "./traffic/report-requests.ts";
import { unsubscribeRoutes } from "./unsubscribe/unsubscribe-routes.ts";
import { keySetRoute } from "./well-known/key-set-route.ts";

const services = [...new Set([...operations, ...meOperations].map(({ service }) => service))];

/** HTTP/JSON in, Connect-RPC out. The gateway stores nothing. */
export const gatewayModule = defineModule({
  name: "gateway",
  config: { ...gatewaySettings, ...oidcSettings, ...trafficSettings, ...messagingSettings },
  uses: [...new Set([...services, CredentialsService, IdempotencyService, UsageService])],
  async mount(host, config) {
    const tokens = host.client(CredentialsService);
    const names = headerNames(config.headerPrefix);
    const { keysFor, tokenKeys, portalKeys } = gatewayKeysOf(config);

    const audit = useAudit(host, host.client(AuditService));
    const cache = new CredentialCache(authenticateBy(tokens));
    const users = useUserAccess(host, tokens, keysFor);
    const console = await useConsole(host, config, { tokens, cache, names, keysFor, portalKeys, audit });
    const onChange = listener(credentialsChangedTopic, ({ message: { workspaceId, apiKeyId } }) => {
      for (const known of [cache, users]) known.invalidate(apiKeyId || workspaceId);
      console?.invalidate(apiKeyId);
    });
    await useListeners(host, config, [onChange, users.onAccessChange]);
    const credentials = new CredentialCheck({
      names,
      cache,
      refused: refusedOf(config, tokenKeys),
      users: users.credentials,
      adminToken: config.adminToken,
      session: console?.credentialOf,
      onDenied: recordDenied(audit),
    });

    const answerError = errorsOf(host, names);
    const queue = new FairQueue();
    const admission = new Admission({ ...config, credentials, queue });
    const counting = reportRequests(host, config, { usage: host.client(UsageService), names });
    const streams = new OpenStreams({ credentials, longestMs: config.changesStreamMs, onOpen: counting.stream });
    const handler = new RequestHandler({
      admission,
      queue,
      costly: new FewAtOnce(),
      streams,
      credentials,
      answerError,
      idempotency: idempotencyOf(host),
      audit: audit.log,
      pageTokens: new PageTokens(keysFor("parley page tokens")),
      onDenied: recordDenied(audit),
      countRemoval: countRemovalOf(host),
      users,
      ...callsOf(host, config),
      config,
      tracing: host.tracing,
    });
    const routes = config.mcp ? [...operations, agentRoute(agentOptions(host, config, names, handler))] : operations;

    const server = new HttpServer(host, config, {
      answerError,
      routes,
      admission,
      queue,
      callerOf: (headers) => credentials.knownCaller(headers),
      record: new RequestRecord(host, { routes: [...routes, ...meOperations], count: counting.request }),
    });
    const by = { handler, server, maxBodyBytes: config.maxBodyBytes, users: users.credentials };
    server.serve([
      ...requestRoutes(routes, by),
      ...userRoutes(meOperations, by),
      ...docsRoutes(config, names),
      ...openRoutes(host),
      ...(console?.routes(credentials) ?? []),
    ]);
    observedGauge(host.metrics, "parley_http_streams", "Streams of changes that are open.", [], (set) => set({}, streams.size));
    host.onStart(async () => host.announce("gateway", `http://localhost:${await server.listen()}`));
    host.onDrain(() => streams.drain());
    host.onStop(() => server.close());
  },
});

/** Routes that need no credentials and belong to no operation. */
function openRoutes(host: Host): HttpRoute[] {
  return [
    keySetRoute(host.client(AuditService)),
    ...probeRoutes(() => host.health.ready()),
    ...unsubscribeRoutes(host.client(EmailsService)),
  ];
}

function refusedOf({ maxRefusedPerSecond: perSecond }: GatewayConfig, tokenKeys: readonly KeyObject[]): RefusedCredentials {
  return new RefusedCredentials({ perSecond, isIssued: (principal, token) => isIssuedAuthToken(tokenKeys, principal, token) });
}

/** The calls that operations make. */
function callsOf(host: Host, { changesBookmarkMs: bookmarkMs }: GatewayConfig) {
  return {
    clients: new Map(services.map((service) => [service.typeName, host.client(service)])),
    followChanges: followChanges(host.client(ActivityService), { log: host.log, bookmarkMs }),
  };
}

function errorsOf(host: Host, names: HeaderNames): AnswerError {
  return answerErrors({
    onBug: (error, { path, requestId }) => host.log.error({ err: error, path, requestId }, "A request failed unexpectedly."),
    challenges: challengesFor(names),
  });
}

function idempotencyOf(host: Host): Idempotency {
  return new Idempotency(idempotencyRecordOf(host.client(IdempotencyService)), (error) =>
    host.log.warn({ err: error }, "A response could not be stored for its idempotency key."),
  );
}

function agentOptions(host: Host, config: GatewayConfig, names: HeaderNames, handler: RequestHandler): Parameters<typeof agentRoute>[0] {
  return {
    names,
    allowChanges: config.mcpChanges,
    maxJsonDepth: config.maxJsonDepth,
    serve: (operation, request) => handler.serve(operation, request),
    onBug: (error, requestId) => host.log.error({ err: error, requestId }, "An agent's message failed unexpectedly."),
  };
}
