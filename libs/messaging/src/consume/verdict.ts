import { Failure, type FailureKind } from "@parley/kernel";

/** What to do with an event whose handling failed. */
type Verdict = "wait" | "try again" | "give up";

const verdicts = {
  unavailable: "try again",
  deadline_exceeded: "try again",
  aborted: "try again",
  resource_exhausted: "try again",
  invalid_argument: "give up",
  unauthenticated: "give up",
  permission_denied: "give up",
  not_found: "give up",
  already_exists: "give up",
  failed_precondition: "give up",
  out_of_range: "give up",
  unimplemented: "give up",
} as const satisfies Record<FailureKind, Verdict>;

/** While our own database is away nothing can be kept elsewhere either: the event waits, however long. */
export function verdictOn(error: unknown): Verdict {
  if (!(error instanceof Failure)) return "try again";
  if (error.reason === "database_unavailable" || error.reason === "storage_full") return "wait";
  return verdicts[error.kind];
}
