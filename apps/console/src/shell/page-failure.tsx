import type { ErrorComponentProps } from "@tanstack/react-router";
import { Failure } from "../parley/failure.tsx";

/** Shown instead of a page that failed to render. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  return <Failure error={error} onRetry={reset} />;
}
