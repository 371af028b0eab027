import { ActionIcon, TextInput } from "@mantine/core";
import { IconSearch, IconX } from "@tabler/icons-react";
import { type FormEvent, useEffect, useState } from "react";

interface SearchByIdProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onSearch: (id: string | undefined) => void;
}

/** Filters a list by an id; the filter is kept in the page's address. */
export function SearchById({ label, value = "", onSearch }: SearchByIdProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(typed.trim() || undefined);
  };
  const clear = value !== "" && (
    <ActionIcon variant="subtle" color="gray" onClick={() => onSearch(undefined)} aria-label={`Clear ${label.toLowerCase()}`}>
      <IconX size={16} aria-hidden />
    </ActionIcon>
  );
  return (
    <form onSubmit={submit}>
      <TextInput
        aria-label={label}
        placeholder={`${label}, then Enter`}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={clear}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        maw={360}
      />
    </form>
  );
}
