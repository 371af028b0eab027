export { type AskAiEvent, AskAiFailure, type AskAiStream } from "./ai/ask-ai-stream.ts";
export { Batch, BatchError, type BatchFailure, type ItemResult } from "./calls/batch.ts";
export type { CallOptions, Done } from "./calls/client.ts";
export type { DescribedOperation, Operation, RequestForm } from "./calls/operation.ts";
export type { ParleyOptions } from "./calls/options.ts";
export { type Page, Pages } from "./calls/pages.ts";
export { ChangesWatch, type WatchRequest } from "./changes/changes-watch.ts";
export {
  AbortedError,
  AlreadyExistsError,
  ConnectionError,
  DeadlineExceededError,
  type FieldViolation,
  InternalError,
  InvalidArgumentError,
  NotFoundError,
  ParleyError,
  PermissionDeniedError,
  PreconditionError,
  ResourceExhaustedError,
  type StatusWord,
  TimeoutError,
  UnauthenticatedError,
  UnavailableError,
  UnimplementedError,
} from "./errors/errors.ts";
export { webhookTriggers } from "./gen/triggers.ts";
export type * from "./gen/types.ts";
export { Parley } from "./parley.ts";
export type { Fetch, FetchAnswer, FetchRequest } from "./sending/fetch.ts";
export { overUndici } from "./sending/over-undici.ts";
export {
  type AnyEvent,
  type EndpointEvent,
  isEndpointEvent,
  isRawEvent,
  isRemovalEvent,
  isThinEvent,
  type ProcessedEvent,
  type RawEvent,
  type RemovalEvent,
  type ThinEvent,
  type WebhookEvent,
  type WebhookTrigger,
} from "./webhooks/events.ts";
export { type UnwrapOptions, unwrapWebhook, type WebhookHeaders, WebhookVerificationError } from "./webhooks/unwrap.ts";
