import { Select } from "@mantine/core";
import { useDebouncedValue, useLocalStorage } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { apiKeyQuery, apiKeysQuery } from "../keys/api-keys-query.ts";
import { useParley } from "../parley/client.ts";

const typingMs = 250;
const manyKeys = 8;

/** The current API key: that of the address or, on pages without one, the last used. Its id is public. */
export function useChosenKey(): string | undefined {
  const { key } = useParams({ strict: false }) as { key?: string };
  const { parley } = useParley();
  const [last, setLast] = useLocalStorage<string>({ key: "parley-api-key", defaultValue: "", getInitialValueInEffect: false });
  const { data: keys = [] } = useQuery(apiKeysQuery(parley));
  const { data: known } = useQuery(apiKeyQuery(parley, key === undefined ? last : ""));
  useEffect(() => {
    if (key !== undefined) setLast(key);
  }, [key, setLast]);
  return key ?? known?.id ?? keys[0]?.id;
}

/** Selects an API key: one of the oldest, or any that is found by its name or id. */
export function KeySelect() {
  const { parley } = useParley();
  const chosen = useChosenKey();
  const { data: key } = useQuery(apiKeyQuery(parley, chosen ?? ""));
  const label = key?.apiKeyName || (chosen ?? "");
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed === label ? "" : typed.trim(), typingMs);
  const { data: oldest = [] } = useQuery(apiKeysQuery(parley));
  const { data: found = [] } = useQuery({ ...apiKeysQuery(parley, search), placeholderData: keepPreviousData });
  const navigate = useNavigate();
  if (chosen === undefined) return null;
  // The key is an option even before its name has loaded.
  const options = [...(search === "" ? [key ?? { id: chosen, apiKeyName: "" }] : []), ...found];
  const choose = (to: string | null) => {
    if (to !== null) void navigate({ to: "/k/$key", params: { key: to } });
  };
  return (
    <Select
      aria-label="API key"
      data={[...new Map(options.map(({ id, apiKeyName }) => [id, { value: id, label: apiKeyName || id }])).values()]}
      value={chosen}
      onChange={choose}
      searchable={oldest.length > manyKeys}
      searchValue={typed}
      onSearchChange={setTyped}
      // The server filters already.
      filter={({ options: all }) => all}
      nothingFoundMessage="No API keys found."
      allowDeselect={false}
      w={{ base: 140, sm: 240 }}
      comboboxProps={{ width: 280, position: "bottom-start" }}
    />
  );
}
