import { useQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import { apiKeysQuery } from "../keys/api-keys-query.ts";
import { Loading } from "../list/loading.tsx";
import { useParley } from "../parley/client.ts";
import { Failure } from "../parley/failure.tsx";

/** Leads to the overview of the first API key, or to the page that creates one. */
export function Home() {
  const { parley } = useParley();
  const { data: keys, error, refetch } = useQuery(apiKeysQuery(parley));
  if (error !== null) return <Failure error={error} onRetry={refetch} />;
  if (keys === undefined) return <Loading words="Loading your API keys…" />;
  const [first] = keys;
  return first === undefined ? <Navigate to="/keys" replace /> : <Navigate to="/k/$key" params={{ key: first.id }} replace />;
}
