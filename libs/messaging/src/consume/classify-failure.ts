import { Failure, type FailureKind } from "@parley/kernel";

/** The treatment of an event that could not be handled. */
type Reaction = "pause" | "retry" | "dead letter";

const reactions = {
  unavailable: "retry",
  deadline_exceeded: "retry",
  aborted: "retry",
  resource_exhausted: "retry",
  invalid_argument: "dead letter",
  unauthenticated: "dead letter",
  permission_denied: "dead letter",
  not_found: "dead letter",
  already_exists: "dead letter",
  failed_precondition: "dead letter",
  out_of_range: "dead letter",
  unimplemented: "dead letter",
} as const satisfies Record<FailureKind, Reaction>;

/** While our own database is down there is no other place for the event: it waits, however long. */
export function classifyFailure(error: unknown): Reaction {
  if (!(error instanceof Failure)) return "retry";
  if (error.reason === "database_unavailable" || error.reason === "storage_full") return "pause";
  return reactions[error.kind];
}
