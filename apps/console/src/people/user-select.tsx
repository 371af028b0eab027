import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFilters } from "../list/use-filters.ts";
import { useParley } from "../parley/client.ts";

/** Which user of an organization a page is about: one of the first hundred, or any by their id. */
export function UserSelect({ organization }: { readonly organization: string }) {
  const { parley, apiKey } = useParley();
  const [{ user }, setFilters] = useFilters();
  const [typed, setTyped] = useState("");
  const { data: users = [] } = useQuery({
    queryKey: [apiKey, "users", organization, "choice"],
    queryFn: async () => (await parley.users.list({ organizationId: organization, pageSize: 100 })).data,
    staleTime: 30_000,
  });
  const known = users.map(({ userId, name }) => ({ value: userId, label: name || userId }));
  const extra = [user ?? "", typed.trim()].filter((id) => id !== "" && !known.some(({ value, label }) => value === id || label === id));
  return (
    <Select
      label="User"
      placeholder="A name or an id"
      searchable
      clearable
      searchValue={typed}
      onSearchChange={setTyped}
      data={[...known, ...[...new Set(extra)].map((id) => ({ value: id, label: id }))]}
      value={user ?? null}
      onChange={(chosen) => setFilters({ user: chosen ?? undefined, document: undefined })}
      w={240}
    />
  );
}
