import { ParleyError } from "@parley/sdk";
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { type SessionAnswer, sessionQuery } from "../session/session.ts";

/** The cache of what pages have read. Parley's client retries by itself; a page reloads its data when it is opened again. */
export const queryClient: QueryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: 5_000, retry: false } },
  queryCache: new QueryCache({ onError: endSession }),
  mutationCache: new MutationCache({ onError: endSession }),
});

/** Asks to sign in again when a response shows that the session is over. */
export function endSession(error: unknown): void {
  if (error instanceof ParleyError && error.status === "UNAUTHENTICATED") forgetSession();
}

/** Asks to sign in again, and drops all data of the last session from memory. */
export function forgetSession(): void {
  const [own] = sessionQuery.queryKey;
  queryClient.setQueryData(sessionQuery.queryKey, (known: SessionAnswer | undefined) => known && { ...known, session: null });
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== own });
}
