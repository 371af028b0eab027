import { ParleyError } from "@parley/sdk";
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { type SessionAnswer, sessionQuery } from "../session/session.ts";

/** What the pages have read. The client of Parley tries again by itself; a page that is looked at again asks again. */
export const queryClient: QueryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: 5_000, retry: false } },
  queryCache: new QueryCache({ onError: endSession }),
  mutationCache: new MutationCache({ onError: endSession }),
});

/** Asks to sign in again when a session is over, which is known by its first refusal. */
export function endSession(error: unknown): void {
  if (error instanceof ParleyError && error.status === "UNAUTHENTICATED") forgetSession();
}

/** Asks to sign in again; nothing that the last session has read stays in memory. */
export function forgetSession(): void {
  const [own] = sessionQuery.queryKey;
  queryClient.setQueryData(sessionQuery.queryKey, (known: SessionAnswer | undefined) => known && { ...known, session: null });
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== own });
}
