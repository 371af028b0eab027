import type { ErrorComponentProps } from "@tanstack/react-router";
import { Loading } from "../list/loading.tsx";
import { Failure } from "../parley/failure.tsx";
import { useSessionEnd } from "../session/session.ts";

/** Shown instead of a page that failed to render. A page whose session ends while it renders fails too; the sign-in page follows. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  return useSessionEnd() ? <Loading words="Loading your session…" /> : <Failure error={error} onRetry={reset} />;
}
