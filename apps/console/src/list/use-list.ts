import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useFilters } from "./use-filters.ts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The pages of the list before this one. */
    trail?: readonly string[];
  }
}

/** A page of a list, and functions that turn to its neighbours if there are any. */
export interface ListQuery<Item> {
  readonly data: readonly Item[] | undefined;
  readonly error: Error | null;
  readonly isPending: boolean;
  /** Whether another page is loading while the previous one is still shown. */
  readonly isTurning: boolean;
  readonly next: (() => void) | undefined;
  readonly previous: (() => void) | undefined;
  readonly refetch: () => unknown;
}

interface ListOptions {
  /** Reloads the page after this many ms. */
  readonly refetchMs?: number | false;
}

type Read<Item> = (pageToken: string | undefined) => PromiseLike<{ readonly data: readonly Item[]; readonly nextPageToken: string | null }>;

const first = "";
const longestTrail = 200;
const mostEmpty = 5;

/** Reads a page. If a search has read many items without a match, reads the next pages too, up to a bound. */
async function readOn<Item>(read: Read<Item>, pageToken: string | undefined) {
  for (let from = pageToken, empty = 0; ; empty++) {
    const { data, nextPageToken } = await read(from);
    if (data.length > 0 || nextPageToken === null || empty === mostEmpty) return { data, nextPageToken };
    from = nextPageToken;
  }
}

/**
 * A list that the server pages. Only one page is held and reloaded, however long the list is. The page is in the address, so that a link
 * leads to it.
 */
export function useList<Item>(key: readonly unknown[], read: Read<Item>, { refetchMs = false }: ListOptions = {}): ListQuery<Item> {
  const [{ after = first }] = useFilters();
  const { trail = [] } = useLocation().state;
  const navigate = useNavigate();
  const listKey = JSON.stringify(key);
  const query = useQuery({
    queryKey: [...key, "page", after],
    refetchInterval: refetchMs,
    queryFn: () => readOn(read, after === first ? undefined : after),
    placeholderData: (before, of) => (JSON.stringify(of?.queryKey.slice(0, -2)) === listKey ? before : undefined),
  });
  const turn = (to: string, way: readonly string[]) =>
    void navigate({
      to: ".",
      search: (({ after: _left, ...filters }: Record<string, string>) => (to === first ? filters : { ...filters, after: to })) as never,
      state: { trail: way.slice(-longestTrail) },
    });
  const following = query.data?.nextPageToken ?? undefined;
  const { data, error, isPending, isPlaceholderData, refetch } = query;
  return {
    data: data?.data,
    error,
    isPending,
    refetch,
    isTurning: isPlaceholderData,
    next: following === undefined || isPlaceholderData ? undefined : () => turn(following, [...trail, after]),
    previous: after === first ? undefined : () => turn(trail.at(-1) ?? first, trail.slice(0, -1)),
  };
}
