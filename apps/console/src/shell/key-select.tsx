import { Select } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useEffect } from "react";
import { apiKeysQuery } from "../keys/api-keys-query.ts";
import { useParley } from "../parley/client.ts";

/** The API key that is looked at: that of the address or, on pages without one, the last. Its id is public. */
export function useChosenKey(): string | undefined {
  const { key } = useParams({ strict: false }) as { key?: string };
  const { parley } = useParley();
  const { data: keys = [] } = useQuery(apiKeysQuery(parley));
  const [last, setLast] = useLocalStorage<string>({ key: "parley-api-key", defaultValue: "", getInitialValueInEffect: false });
  useEffect(() => {
    if (key !== undefined) setLast(key);
  }, [key, setLast]);
  return key ?? (keys.some(({ id }) => id === last) ? last : keys[0]?.id);
}

/** Which API key is looked at. */
export function KeySelect() {
  const { parley } = useParley();
  const { data: keys = [] } = useQuery(apiKeysQuery(parley));
  const chosen = useChosenKey();
  const navigate = useNavigate();
  if (keys.length === 0) return null;
  const choose = (key: string | null) => {
    if (key !== null) void navigate({ to: "/k/$key", params: { key } });
  };
  return (
    <Select
      aria-label="API key"
      data={keys.map(({ id, apiKeyName }) => ({ value: id, label: apiKeyName || id }))}
      value={chosen ?? null}
      onChange={choose}
      searchable={keys.length > 8}
      allowDeselect={false}
      w={{ base: 140, sm: 240 }}
      comboboxProps={{ width: 280, position: "bottom-start" }}
    />
  );
}
