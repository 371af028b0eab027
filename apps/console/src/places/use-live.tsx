import { Badge } from "@mantine/core";
import { ParleyError } from "@parley/sdk";
import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useParley } from "../parley/client.ts";
import { endSession } from "../parley/query-client.ts";
import { changedLists, type DocumentPlace } from "./changed-lists.ts";

// ms. Lists are reloaded at most this often, however much happens.
const restMs = 1_000;

/** Follows the changes of a document while its page is shown, and reloads the affected lists. Returns whether it is following. */
export function useLive({ organization, documentId }: DocumentPlace): boolean {
  const { parley, apiKey } = useParley();
  const client = useQueryClient();
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const follow = async () => {
      const watch = parley.changes.watch({ organizationId: organization, documentId }, { signal });
      for await (const { data } of watch.pages()) {
        setLive(true);
        if (data.length === 0) continue;
        await readAgain(client, changedLists(data, apiKey, { organization, documentId }));
        await new Promise((resolve) => setTimeout(resolve, restMs));
      }
    };
    const followAgain = async (error: unknown): Promise<void> => {
      if (signal.aborted) return;
      setLive(false);
      endSession(error);
      // The database was restored: everything on the page may be out of date.
      if (!(error instanceof ParleyError) || error.status !== "OUT_OF_RANGE") return;
      await readAgain(client, [[apiKey]]);
      await follow().catch(followAgain);
    };
    void follow().catch(followAgain);
    return () => {
      leaving.abort();
      setLive(false);
    };
  }, [parley, client, apiKey, organization, documentId]);
  return isLive;
}

/** Shows that a page is updated live. */
export function LiveBadge({ isLive }: { readonly isLive: boolean }) {
  if (!isLive) return null;
  return (
    <Badge variant="dot" color="green" tt="none">
      Live
    </Badge>
  );
}

async function readAgain(client: QueryClient, keys: readonly QueryKey[]): Promise<void> {
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
