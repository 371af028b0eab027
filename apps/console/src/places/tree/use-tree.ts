import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useParley } from "../../parley/client.ts";
import { changed, toggled, unread } from "./levels.ts";
import { keyOf, type Level, type Levels, newLevel, type Place, rootKey } from "./place.ts";
import { readLevel } from "./read-level.ts";

interface Tree {
  readonly levels: Levels;
  /** Opens what is closed, and closes what is open. */
  readonly toggle: (place: Place) => void;
  /** Reads the next page of a level. */
  readonly readOn: (level: Level) => void;
}

const fresh: Levels = { [rootKey]: newLevel(undefined) };

/**
 * What has been opened and read of an organization's places. What is open stays so while pages change, so that whoever comes back finds it as they left it;
 * it is read again each time that the tree is shown.
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
    // A read knows the level that it was for by an object of it: an equal one must not take the place of a new one.
    structuralSharing: false,
  });
  const set = (next: (levels: Levels) => Levels) => client.setQueryData<Levels>(queryKey, (known = fresh) => next(known));

  // What is there may have changed meanwhile, from here or from the customer's back end.
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
