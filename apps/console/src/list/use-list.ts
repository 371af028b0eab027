import type { Pages } from "@parley/sdk";
import { type UseInfiniteQueryResult, useInfiniteQuery } from "@tanstack/react-query";

export type ListQuery<Item> = Pick<
  UseInfiniteQueryResult<readonly Item[], Error | null>,
  "data" | "error" | "isPending" | "hasNextPage" | "isFetchingNextPage" | "fetchNextPage" | "refetch" | "isFetchNextPageError"
>;

interface ListOptions {
  readonly enabled?: boolean;
  /** Reads what is shown again after so many ms. */
  readonly refetchMs?: number | false;
}

/** A list that the server pages: what has been read of it so far, and how to read on. */
export function useList<Item>(
  key: readonly unknown[],
  read: (pageToken: string | undefined) => Pages<readonly Item[], Item>,
  { enabled = true, refetchMs = false }: ListOptions = {},
): ListQuery<Item> {
  return useInfiniteQuery({
    queryKey: key,
    enabled,
    refetchInterval: refetchMs,
    queryFn: async ({ pageParam }) => {
      const { data, nextPageToken } = await read(pageParam);
      return { data, nextPageToken };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextPageToken }) => nextPageToken ?? undefined,
    select: ({ pages }): readonly Item[] => pages.flatMap(({ data }) => data),
  });
}
