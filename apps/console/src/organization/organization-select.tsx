import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { OrganizationsListItem } from "@parley/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { longestSearch } from "../list/search.tsx";
import { useFilters } from "../list/use-filters.ts";
import { useParley } from "../parley/client.ts";

const firstOnes = 100;
const mostFound = 20;
const typingMs = 250;

interface ChosenOrganization {
  /** The organization in the address, or else the first; undefined if there is none, or until they have loaded. */
  readonly organization: string | undefined;
  readonly organizations: readonly OrganizationsListItem[];
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/** The organization that a page shows. */
export function useOrganization(): ChosenOrganization {
  const { parley, apiKey } = useParley();
  const [{ organization }] = useFilters();
  const {
    data: organizations = [],
    isPending,
    error,
    refetch,
  } = useQuery({
    queryKey: [apiKey, "organizations", "choice"],
    queryFn: async () => (await parley.organizations.list({ pageSize: firstOnes })).data,
    staleTime: 30_000,
  });
  return {
    organization: organization ?? organizations[0]?.organizationId,
    organizations,
    isPending: isPending && organization === undefined,
    error,
    refetch,
  };
}

/** Selects an organization: one of the first hundred, one found by name, or any by its id. */
export function OrganizationSelect() {
  const { parley, apiKey } = useParley();
  const { organization, organizations } = useOrganization();
  const [, setFilters] = useFilters();
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim().slice(0, longestSearch), typingMs);
  const { data: found = [] } = useQuery({
    queryKey: [apiKey, "organizations", "choice", search],
    queryFn: async () => (await parley.organizations.list({ search, pageSize: mostFound })).data,
    enabled: search !== "" && organizations.length >= firstOnes,
    placeholderData: keepPreviousData,
  });
  const all = new Map([...organizations, ...found].map((each) => [each.organizationId, each]));
  const known = [...all.values()].map(({ organizationId, organizationName }) => ({
    value: organizationId,
    label: organizationName ?? organizationId,
  }));
  const extra = [organization ?? "", typed.trim()].filter(
    (id) => id !== "" && !known.some(({ value, label }) => value === id || label === id),
  );
  return (
    <Select
      label="Organization"
      placeholder="None yet"
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      data={[...known, ...[...new Set(extra)].map((id) => ({ value: id, label: id }))]}
      value={organization ?? null}
      onChange={(chosen) => setFilters({ organization: chosen ?? undefined })}
      allowDeselect={false}
      w={240}
    />
  );
}
