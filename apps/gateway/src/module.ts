import { EmailsService } from "@parley/contracts/notifications";
import { credentialsChangedTopic } from "@parley/contracts/topics";
import { WorkspaceService } from "@parley/contracts/workspace";
import {
  authTokenKeyOf,
  expandedKey,
  gatewayKeyOf,
  isIssuedAuthToken,
  PageTokens,
  runWithContext,
  webhookPortalKeyOf,
} from "@parley/kernel";
import { listener, messagingSettings, useListeners } from "@parley/messaging";
import { defineModule, derivedKeysOf, type Host, mostUnfinished, observedGauge } from "@parley/runtime";
import { letIn } from "./agents/let-in.ts";
import { serveAgents } from "./agents/serve-agent.ts";
import { consoleRoutes } from "./console/console-routes.ts";
import { KeyAccess } from "./console/key-access.ts";
import { oidcSettings } from "./console/oidc/oidc-settings.ts";
import { useOidc } from "./console/oidc/use-oidc.ts";
import { PortalCredentials } from "./console/portal-credentials.ts";
import { frameAncestors } from "./console/portal-pages.ts";
import { beginSessions } from "./console/session/begin-session.ts";
import { sessionSeal } from "./console/session/session.ts";
import { SessionCookie } from "./console/session/session-cookie.ts";
import { SessionCredentials } from "./console/session-credentials.ts";
import { SignInCodes } from "./console/sign-in-codes.ts";
import type { Credential } from "./credentials/credential.ts";
import { CredentialCache, CredentialCheck, headerNames } from "./credentials/credential-check.ts";
import { knownCaller } from "./credentials/known-caller.ts";
import { RefusedCredentials } from "./credentials/refused-credentials.ts";
import { authenticateBy } from "./credentials/workspace-authenticate.ts";
import { openApiDocument } from "./docs/openapi.ts";
import { docsPages } from "./docs/pages.ts";
import { agentRoute } from "./http/agent-route.ts";
import type { HttpRoute } from "./http/http-route.ts";
import { createHttpServer, type HttpRequest } from "./http/http-server.ts";
import { close, listen } from "./http/listen.ts";
import { takeProxyHeaders } from "./http/proxy-protocol.ts";
import { RequestRecord, type SeenRequest } from "./http/request-record.ts";
import { type GatewayConfig, gatewaySettings } from "./http/settings.ts";
import { Admission, type AdmissionOptions, type RequestHead } from "./load/admission.ts";
import { BodyBudget } from "./load/body-budget.ts";
import { InFlight } from "./load/in-flight.ts";
import { Turns } from "./load/turns.ts";
import { operations } from "./operations/index.ts";
import type { Operation, Route } from "./operations/operation.ts";
import { RequestRate } from "./rates/request-rate.ts";
import { type DispatchContext, dispatch } from "./request/dispatch.ts";
import { Idempotency } from "./request/idempotency.ts";
import { inSpan } from "./request/request-span.ts";
import { idempotencyRecordOf } from "./request/workspace-idempotency.ts";
import { reportRequests, trafficSettings } from "./traffic/report-requests.ts";
import type { EndedRequest } from "./traffic/request-minutes.ts";
import { unsubscribeForm } from "./unsubscribe/unsubscribe-form.ts";

// A client on a busy machine may take this long to send the next request on a kept connection.
const lastCallMs = 1_000;
const never = new AbortController().signal;

const services = [...new Set(operations.map(({ service }) => service))];

/** HTTP/JSON in, Connect-RPC out. Stores nothing. */
export const gatewayModule = defineModule({
  name: "gateway",
  config: { ...gatewaySettings, ...oidcSettings, ...trafficSettings, ...messagingSettings },
  uses: [...new Set([WorkspaceService, ...services])],
  // All but what only the rewriter may read.
  calls: WorkspaceService.methods.filter((method) => method !== WorkspaceService.method.getProviderKey),
  async mount(host, config) {
    const workspace = host.client(WorkspaceService);
    const cache = new CredentialCache(authenticateBy(workspace));
    const names = headerNames(config.headerPrefix);
    const gatewayKeys = derivedKeysOf(config, gatewayKeyOf);
    const keysFor = (purpose: string) => gatewayKeys.map((key) => expandedKey(key, purpose)) as [Buffer, ...Buffer[]];
    const tokenKeys = gatewayKeys.map(authTokenKeyOf);
    const seal = sessionSeal(keysFor("parley console sessions"), config.consoleSessionMinutes * 60_000);
    // A link that the version before has made was sealed under a master key itself; it lives for a day at most.
    const portalKeys = [...gatewayKeys.map(webhookPortalKeyOf), ...(config.masterKeys ?? [])];
    const cookie = new SessionCookie(config.publicUrl);
    const access = new KeyAccess(workspace);
    const sessions = new SessionCredentials({ names, seal, cookie, cache, access, workspace });
    const portal = new PortalCredentials({ keys: portalKeys, access });
    const onChange = listener(credentialsChangedTopic, ({ message: { workspaceId, apiKeyId } }) => {
      cache.invalidate(apiKeyId || workspaceId);
      access.invalidate(apiKeyId);
    });
    await useListeners(host, config, [onChange]);
    const refused = new RefusedCredentials({
      perSecond: config.maxRefusedPerSecond,
      isIssued: (principal, token) => isIssuedAuthToken(tokenKeys, principal, token),
    });
    const credentials = new CredentialCheck({
      names,
      cache,
      refused,
      adminToken: config.adminToken,
      ...(config.console
        ? {
            session: async (operation, headers) =>
              (await portal.credentialOf(operation, headers)) ?? sessions.credentialOf(operation, headers),
          }
        : {}),
    });
    const context: DispatchContext = {
      credentials,
      clients: new Map(services.map((service) => [service.typeName, host.client(service)])),
      idempotency: new Idempotency(idempotencyRecordOf(workspace), (error) =>
        host.log.warn({ err: error }, "A response could not be stored for its idempotency key."),
      ),
      turns: new Turns(),
      pageTokens: new PageTokens(keysFor("parley page tokens")),
      maxJsonDepth: config.maxJsonDepth,
      onBug: (error, { path }, requestId) => host.log.error({ err: error, path, requestId }, "A request failed unexpectedly."),
    };
    const codes = config.consoleLinks ? new SignInCodes() : undefined;
    const begin = beginSessions(workspace, seal);
    const oidc = await useOidc(host, config, { begin, cookie, keys: keysFor("parley console sign-ins") });
    const console = config.console
      ? consoleRoutes({
          ...{ names, headerPrefix: config.headerPrefix, credentials, sessions, begin, cookie, codes, portal, oidc },
          reference: config.docs ? "/docs" : undefined,
          frameAncestors: (path) => frameAncestors(portalKeys, path),
        })
      : [];
    const onRequest = reportRequests(host, config, workspace);
    const admission = admissionOf(config, { names, credentials, turns: context.turns });
    serveHttp(host, config, { context, console, admission, refused, onRequest });
  },
});

function admissionOf(config: GatewayConfig, parts: Pick<AdmissionOptions, "names" | "credentials" | "turns">): Admission {
  const { maxInFlight: most, maxInFlightPerKey, maxRequestsPerSecondPerKey, maxBodyBytesInMemory } = config;
  const mostPerKey = maxInFlightPerKey === 0 ? Math.ceil(most / 10) : maxInFlightPerKey;
  return new Admission({
    ...parts,
    inFlight: new InFlight({ most, mostPerKey }),
    // Requests that wait leave half of all places, and half of their own key's share, to those that do not.
    waiting: new InFlight({ most: Math.ceil(most / 2), mostPerKey: Math.ceil(mostPerKey / 2) }),
    bodies: new BodyBudget(maxBodyBytesInMemory),
    rate: maxRequestsPerSecondPerKey === 0 ? undefined : new RequestRate(maxRequestsPerSecondPerKey),
  });
}

interface Parts {
  readonly context: DispatchContext;
  readonly admission: Admission;
  readonly refused: RefusedCredentials;
  readonly console: readonly HttpRoute[];
  /** Called for each ended request with an API key's credentials. */
  readonly onRequest: (request: EndedRequest) => void;
}

function serveHttp(host: Host, config: GatewayConfig, { context, admission, console, refused, onRequest }: Parts): void {
  const record = new RequestRecord(host);
  const timeoutOf = (route: Route) => route.timeoutMs ?? config.requestTimeoutMs;
  const { maxBodyBytes, maxJsonDepth, mcpChanges: allowChanges } = config;
  const names = headerNames(config.headerPrefix);
  const count = ({ credential, headers }: SeenRequest, status: number, durationMs: number) => {
    // A session of the console presents no token: what the console reads is not traffic of the key.
    if (credential?.level === "apiKey" && headers[names.authToken] !== undefined)
      onRequest({ apiKeyId: credential.apiKeyId, status, durationMs });
  };
  const onEnd = (request: SeenRequest, status: number, durationMs: number) => {
    record.ended(request, status, durationMs);
    count(request, status, durationMs);
  };
  const onRefusedAtOnce = (request: SeenRequest, status: number) => {
    record.refusedAtOnce(request, status);
    count(request, status, 0);
  };
  const onBug = (error: unknown, requestId: string) => host.log.error({ err: error, requestId }, "A request failed before its operation.");
  const admit = (route: Route, head: RequestHead, onKnown: (by: Credential) => void) => {
    const call = { requestId: head.requestId, deadlineMs: performance.now() + timeoutOf(route), signal: never, traced: false };
    return runWithContext(call, () => admission.admit(route, head, onKnown));
  };
  const serve = (operation: Operation, request: HttpRequest) => {
    const { requestId, signal, headers } = request;
    const call = { requestId, deadlineMs: performance.now() + timeoutOf(operation), signal, traced: host.tracing };
    const work = () => runWithContext(call, () => dispatch(context, operation, request));
    return host.tracing ? inSpan(operation, headers, work) : work();
  };
  const call = (operation: Operation, request: HttpRequest) => letIn({ admit, serve, onBug }, operation, request);
  const agents = serveAgents({ names, allowChanges, maxJsonDepth, onBug, call });
  const server = createHttpServer({
    ...config,
    routes: config.mcp ? [...operations, agentRoute] : operations,
    pages: config.docs ? docsPages(() => openApiDocument({ operations, names, maxBodyBytes, maxJsonDepth }), operations) : [],
    console,
    forms: [unsubscribeForm(host.client(EmailsService))],
    ready: () => host.health.ready(),
    shutdownDelayMs: host.shutdownDelayMs,
    callerOf: (headers) => knownCaller(headers, names, refused),
    admit,
    refusedAgain: (route, head) => admission.refusedAgain(route, head, timeoutOf(route)),
    serve: (route, request) => (route === agentRoute ? agents(request) : serve(route as Operation, request)),
    onEnd,
    onRefusedAtOnce,
    onBug,
    onServed: (routes, connections) => {
      host.ops("GET", "/routes", async () => ({ routes: boundsOf(routes, config) }));
      observedGauge(
        host.metrics,
        "parley_http_connections",
        "Open connections, of callers with valid credentials and of strangers.",
        ["of"],
        (set) => {
          const { held, strangers } = connections.count();
          set({ of: "callers" }, held);
          set({ of: "strangers" }, strangers);
        },
      );
    },
  });
  host.onStart(async () => {
    if (config.proxyProtocol) takeProxyHeaders(server.server, { most: config.maxConnections });
    const port = await listen(server, host.listenAddress, config.port);
    host.announce("gateway", `http://localhost:${port}`);
  });
  host.onStop(() => close(server, { lastCallMs, cutMs: host.shutdownGraceMs }));
}

function boundsOf(routes: readonly HttpRoute[], { unreadTimeoutMs }: GatewayConfig) {
  const ofAll = { unreadTimeoutMs, unfinishedRequests: mostUnfinished };
  return routes.map(({ method, path, openTo, bodyBytes }) => ({ route: `${method} ${path}`, openTo, bodyBytes, ...ofAll }));
}
