import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useParley } from "../../parley/client.ts";
import { changed, keyOf, type Level, type Levels, newLevel, type Place, rootKey, toggled, unread } from "./place.ts";
import { readLevel } from "./read-level.ts";

interface Tree {
  readonly levels: Levels;
  /** Opens a closed place, and closes an open one. */
  readonly toggle: (place: Place) => void;
  /** Loads the next page of a level. */
  readonly readOn: (level: Level) => void;
}

const fresh: Levels = { [rootKey]: newLevel(undefined) };

/**
 * The opened and loaded places of an organization. Open places stay open while pages change, so that people find the tree as they left it;
 * their contents are loaded again each time the tree is shown.
 */
export function useTree(organization: string): Tree {
  const { parley, apiKey } = useParley();
  const client = useQueryClient();
  const queryKey = [apiKey, "tree", organization];
  const hash = JSON.stringify(queryKey);
  const { data: levels = fresh } = useQuery<Levels>({
    queryKey,
    queryFn: skipToken,
    initialData: fresh,
    staleTime: Number.POSITIVE_INFINITY,
    // A read identifies its level by object identity, so an equal copy must not replace it.
    structuralSharing: false,
  });
  const set = (next: (levels: Levels) => Levels) => client.setQueryData<Levels>(queryKey, (known = fresh) => next(known));

  // The contents may have changed meanwhile, from here or from the customer's back end.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the hash stands for the key.
  useEffect(() => {
    set((known) => (known === fresh ? known : unread(known)));
  }, [client, hash]);

  return {
    levels,
    toggle: (place) => set((known) => toggled(known, place)),
    readOn: (level) => {
      const known = client.getQueryData<Levels>(queryKey)?.[keyOf(level.parent)];
      if (known?.next !== level.next || known?.isLoading) return;
      const change = (to: (level: Level) => Level) => set((all) => changed(all, level, to));
      change(({ error: _error, ...before }) => ({ ...before, isLoading: true }));
      readLevel(parley, organization, level).then(
        ({ places, next }) => change((before) => ({ ...before, places: [...before.places, ...places], next, isLoading: false })),
        (error: unknown) => change((before) => ({ ...before, error, isLoading: false })),
      );
    },
  };
}
