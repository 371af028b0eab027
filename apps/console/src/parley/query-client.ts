import { ParleyError } from "@parley/sdk";
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { type SessionAnswer, sessionQuery } from "../session/session.ts";

/** What the pages have read. The client of Parley tries again by itself; a page that is looked at again asks anew. */
export const queryClient: QueryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: 5_000, retry: false } },
  queryCache: new QueryCache({ onError: endSession }),
  mutationCache: new MutationCache({ onError: endSession }),
});

// A session that is over is known by its first refusal: the page asks to sign in, and nothing of the last one stays in memory.
function endSession(error: unknown): void {
  if (!(error instanceof ParleyError) || error.status !== "UNAUTHENTICATED") return;
  queryClient.setQueryData(sessionQuery.queryKey, (known: SessionAnswer | undefined) => known && { ...known, session: null });
}
