import { type ConfigOf, integer, masterKeys, optionalText, port, setting } from "@parley/runtime";
import * as z from "zod";

/** What the gateway reads. */
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
  adminToken: optionalText("PARLEY_ADMIN_TOKEN", { description: "Opens /v2/workspace/create; unset closes it.", secret: true }),
  masterKeys: masterKeys(),
  maxBodyBytes: integer("PARLEY_MAX_BODY_BYTES", {
    description: "Largest request body in bytes.",
    default: 1024 * 1024,
    min: 1024,
    max: 64 * 1024 * 1024,
  }),
  maxJsonDepth: integer("PARLEY_MAX_JSON_DEPTH", { description: "Deepest nesting of a request body.", default: 32, min: 4, max: 100 }),
  receiveTimeoutMs: integer("PARLEY_RECEIVE_TIMEOUT_MS", {
    description: "Milliseconds in which a request has to arrive, its head and its body.",
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
  streamTimeoutMs: integer("PARLEY_STREAM_TIMEOUT_MS", {
    description: "Milliseconds after which an answer that streams is cut off, so that a reader who has stopped reading holds nothing.",
    default: 90_000,
    min: 100,
    max: 900_000,
  }),
  maxInFlight: integer("PARLEY_MAX_REQUESTS_IN_FLIGHT", {
    description: "Requests that a gateway works on at the same time; more are answered RESOURCE_EXHAUSTED.",
    default: 2_000,
    min: 1,
    max: 100_000,
  }),
};

export type GatewayConfig = ConfigOf<typeof gatewaySettings>;
