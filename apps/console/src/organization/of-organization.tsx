import type { ReactNode } from "react";
import { Empty } from "../list/empty.tsx";
import { ButtonLink } from "../list/link.tsx";
import { Loading } from "../list/loading.tsx";
import { useParley } from "../parley/client.ts";
import { Failure } from "../parley/failure.tsx";
import { useOrganization } from "./organization-select.tsx";

/** Shows content of the chosen organization; without any organization, how to add one. */
export function OfOrganization({ children }: { readonly children: (organization: string) => ReactNode }) {
  const { apiKey } = useParley();
  const { organization, isPending, error, refetch } = useOrganization();
  if (isPending) return <Loading words="Loading organizations…" />;
  if (organization !== undefined) return children(organization);
  if (error !== null) return <Failure error={error} onRetry={refetch} />;
  return (
    <Empty title="No organizations" next="People, activities and notifications belong to organizations: add one first.">
      <ButtonLink to="/k/$key/places" params={{ key: apiKey }}>
        Go to content
      </ButtonLink>
    </Empty>
  );
}
