import { type ConfigOf, constant, derivedKeySettings, flag, integer, keyLimitSettings, port, setting } from "@parley/runtime";
import * as z from "zod";

/** The settings of the gateway. */
export const gatewaySettings = {
  port: port("PARLEY_GATEWAY_PORT", { description: "Port of the HTTP interface.", default: 8080 }),
  headerPrefix: setting("PARLEY_HEADER_PREFIX", {
    description: "Prefix of the credential headers, for customers whose clients already send another one.",
    schema: z
      .string()
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*-$/, "must be lower-case words that each end in a hyphen")
      .default("x-svc-"),
    defaultText: "x-svc-",
  }),
  adminToken: setting("PARLEY_ADMIN_TOKEN", {
    description: "Token that opens /v2/workspace/create; unset closes it. At least 32 characters.",
    schema: z.string().min(32, "must have at least 32 characters").optional(),
    secret: true,
  }),
  ...derivedKeySettings("PARLEY_GATEWAY_KEYS"),
  maxBodyBytes: integer("PARLEY_MAX_BODY_BYTES", {
    description: "Largest request body in bytes.",
    default: 1024 * 1024,
    min: 1024,
    max: 64 * 1024 * 1024,
  }),
  /** Deepest nesting of a request body. */
  maxJsonDepth: constant(32),
  receiveTimeoutMs: integer("PARLEY_RECEIVE_TIMEOUT_MS", {
    description: "Milliseconds in which a request has to arrive, both head and body.",
    default: 30_000,
    min: 1_000,
    max: 300_000,
  }),
  requestTimeoutMs: integer("PARLEY_REQUEST_TIMEOUT_MS", {
    description: "Milliseconds that a request may take, unless its operation says otherwise.",
    default: 15_000,
    min: 100,
    max: 300_000,
  }),
  /** Milliseconds after which a streaming response is cut off, so that a stalled reader occupies nothing. */
  streamTimeoutMs: constant(90_000),
  /** Milliseconds without progress after which a client that does not read its response is cut off. */
  unreadTimeoutMs: constant(30_000),
  maxConnections: integer("PARLEY_MAX_CONNECTIONS", {
    description:
      "Connections to a gateway at the same time; a further one replaces the oldest without valid credentials, or else an idle one of the tenant with the most; otherwise it is closed.",
    default: 4_096,
    min: 1,
    max: 1_000_000,
  }),
  proxyHops: integer("PARLEY_PROXY_HOPS", {
    description: "Proxies in front of a gateway whose x-forwarded-for is trusted.",
    default: 0,
    min: 0,
    max: 10,
  }),
  proxyProtocol: flag("PARLEY_PROXY_PROTOCOL", {
    description:
      "Whether every connection to a gateway begins with a header of the PROXY protocol (version 1 or 2), in which a TCP proxy passes on the client's address; a connection without one is closed. Only for a port that nothing but that proxy can reach: anybody else could claim any address.",
    default: false,
  }),
  maxInFlight: integer("PARLEY_MAX_REQUESTS_IN_FLIGHT", {
    description: "Requests that a gateway works on at the same time; further ones fail with RESOURCE_EXHAUSTED.",
    default: 2_000,
    min: 1,
    max: 100_000,
  }),
  maxInFlightPerKey: integer("PARLEY_MAX_IN_FLIGHT_PER_KEY", {
    description: "Requests of one API key that a gateway works on at the same time; 0 means a tenth of all.",
    default: 0,
    min: 0,
    max: 100_000,
  }),
  maxStreams: integer("PARLEY_MAX_STREAMS", {
    description:
      "Streams of changes that a gateway holds open at the same time; they do not count as requests in flight. A workspace may hold at most as many as are left free.",
    default: 4_000,
    min: 1,
    max: 1_000_000,
  }),
  maxStreamsPerKey: keyLimitSettings.maxStreams,
  maxUserStreams: integer("PARLEY_MAX_USER_STREAMS", {
    description:
      "Streams of changes that a gateway holds open for users in their browsers at the same time, beside those of API keys. A workspace has at most as many as are left free.",
    default: 5_000,
    min: 1,
    max: 1_000_000,
  }),
  maxStreamsPerUser: integer("PARLEY_MAX_STREAMS_PER_USER", {
    description: "Streams of one user that a gateway holds open at the same time: one for each window.",
    default: 5,
    min: 1,
    max: 1_000,
  }),
  maxRequestsPerSecondPerUser: integer("PARLEY_MAX_REQUESTS_PER_SECOND_PER_USER", {
    description:
      "Requests of one user in a browser in a second, five times as many at once after a pause; they count for the API key, too. Further ones fail with RESOURCE_EXHAUSTED; 0 means no limit.",
    default: 10,
    min: 0,
    max: 100_000,
  }),
  changesStreamMs: integer("PARLEY_CHANGES_STREAM_MS", {
    description: "Milliseconds after which a stream of changes ends, so that its client reconnects, possibly to another gateway.",
    default: 300_000,
    min: 100,
    max: 540_000,
  }),
  /**
   * Milliseconds without a change after which a stream sends its position; this also shows proxies and clients that it is
   * alive.
   */
  changesBookmarkMs: constant(15_000),
  maxRequestsPerSecond: keyLimitSettings.maxRequestsPerSecond,
  /**
   * Bytes of request bodies that a gateway holds at the same time, a quarter of them for one API key; further ones fail with
   * UNAVAILABLE.
   */
  maxBodyBytesInMemory: constant(64 * 1024 * 1024),
  maxRefusedPerSecond: integer("PARLEY_MAX_REFUSED_CREDENTIALS_PER_SECOND", {
    description:
      "Wrong credentials from one address (for IPv6 a /64 network) that are looked up in a second, twice as many at once, and ten times as many for one API key. Beyond that, credentials that were neither issued under the master keys nor valid within the last day are answered UNAVAILABLE without a look-up; 0 means no limit.",
    default: 10,
    min: 0,
    max: 100_000,
  }),
  console: flag("PARLEY_CONSOLE", { description: "Whether the console is served at /console.", default: true }),
  consoleSessionMinutes: integer("PARLEY_CONSOLE_SESSION_MINUTES", {
    description: "Minutes after which a session of the console expires.",
    default: 720,
    min: 1,
    max: 43_200,
  }),
  consoleLinks: flag("PARLEY_CONSOLE_LINKS", {
    description:
      "Whether a workspace's token can create links that sign in to the console: each works once, within ten minutes, at the gateway that created it. For development.",
    default: false,
  }),
  mcp: flag("PARLEY_MCP", { description: "Whether agents are served at /mcp (Model Context Protocol).", default: true }),
  mcpChanges: flag("PARLEY_MCP_CHANGES", {
    description: "Whether agents may call operations at /mcp that change data.",
    default: false,
  }),
  docs: flag("PARLEY_DOCS", { description: "Whether /docs and /openapi.json are served.", default: true }),
};

export type GatewayConfig = ConfigOf<typeof gatewaySettings>;
