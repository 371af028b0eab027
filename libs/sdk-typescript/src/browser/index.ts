export { Batch, BatchError, type BatchFailure, type ItemResult } from "../calls/batch.ts";
export type { CallOptions } from "../calls/client.ts";
export { type Page, Pages } from "../calls/pages.ts";
export {
  AbortedError,
  ConnectionError,
  InvalidArgumentError,
  NotFoundError,
  ParleyError,
  PermissionDeniedError,
  PreconditionError,
  ResourceExhaustedError,
  TimeoutError,
  UnauthenticatedError,
  UnavailableError,
} from "../errors/errors.ts";
export type * from "../gen/types.ts";
export type { DocumentPlace } from "./live/follower.ts";
export { type InboxState, LiveInbox } from "./live/live-inbox.ts";
export type { LiveComment, LiveThread, Pending } from "./live/live-thread.ts";
export { type CommentContent, LiveThreads, type ThreadContent, type ThreadFields } from "./live/live-threads.ts";
export type { ThreadsState } from "./live/threads-store.ts";
export type { GetToken } from "./tokens.ts";
export { UserParley, type UserParleyOptions } from "./user-parley.ts";
