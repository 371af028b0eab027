import type { ErrorComponentProps } from "@tanstack/react-router";
import { Failure } from "../parley/failure.tsx";

/** In place of a page that could not be shown. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  return <Failure error={error} onRetry={reset} />;
}
