import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useParley } from "../../parley/client.ts";
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

/** What has been opened and read of an organization's places. It is kept while pages change, so that whoever comes back finds it as they left it. */
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
  });
  const change = (key: string, changed: (level: Level) => Level) =>
    client.setQueryData<Levels>(queryKey, (known = fresh) => {
      const level = known[key];
      return level === undefined ? known : { ...known, [key]: changed(level) };
    });

  // Something was deleted or added meanwhile: what is open is read again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the hash stands for the key.
  useEffect(() => {
    if (client.getQueryState(queryKey)?.isInvalidated !== true) return;
    client.setQueryData<Levels>(queryKey, (known = fresh) =>
      Object.fromEntries(Object.entries(known).map(([key, { parent, isOpen }]) => [key, newLevel(parent, isOpen)])),
    );
  }, [client, hash]);

  return {
    levels,
    toggle: (place) => {
      const key = keyOf(place);
      client.setQueryData<Levels>(queryKey, (known = fresh) => {
        const level = known[key];
        return { ...known, [key]: level === undefined ? newLevel(place) : { ...level, isOpen: !level.isOpen } };
      });
    },
    readOn: (level) => {
      const key = keyOf(level.parent);
      if (client.getQueryData<Levels>(queryKey)?.[key]?.isLoading) return;
      change(key, ({ error: _error, ...known }) => ({ ...known, isLoading: true }));
      readLevel(parley, organization, level).then(
        ({ places, next }) => change(key, (known) => ({ ...known, places: [...known.places, ...places], next, isLoading: false })),
        (error: unknown) => change(key, (known) => ({ ...known, error, isLoading: false })),
      );
    },
  };
}
