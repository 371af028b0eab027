import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFilters } from "../list/use-filters.ts";
import { useParley } from "../parley/client.ts";
import { useUserChoice } from "./use-user-choice.ts";

/** Selects a user of an organization by name, e-mail address or id, or any user by id. */
export function UserSelect({ organization }: { readonly organization: string }) {
  const { parley, apiKey } = useParley();
  const [{ user = "" }, setFilters] = useFilters();
  const [typed, setTyped] = useState("");
  const { data: chosen = [] } = useQuery({
    queryKey: [apiKey, "users", organization, "chosen", user],
    queryFn: async () => (await parley.users.list({ organizationId: organization, userIds: [user] })).data,
    enabled: user !== "",
  });
  const isChosen = [user, chosen[0]?.name].includes(typed);
  const found = useUserChoice(organization, isChosen ? "" : typed);
  const known = [...(isChosen ? chosen : []), ...found].map(({ userId, name }) => ({ value: userId, label: name || userId }));
  const extra = [user, typed.trim()].filter((id) => id !== "" && !known.some(({ value, label }) => value === id || label === id));
  const options = [...known, ...extra.map((id) => ({ value: id, label: id }))];
  return (
    <Select
      label="User"
      placeholder="A name, e-mail or id"
      searchable
      clearable
      searchValue={typed}
      onSearchChange={setTyped}
      data={[...new Map(options.map((option) => [option.value, option])).values()]}
      // The server filters already.
      filter={({ options: all }) => all}
      value={user || null}
      onChange={(to) => setFilters({ user: to ?? undefined, document: undefined })}
      w={240}
    />
  );
}
