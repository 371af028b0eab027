import { ActionIcon, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch, IconX } from "@tabler/icons-react";
import { type FormEvent, useEffect, useRef, useState } from "react";

interface SearchProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onSearch: (text: string | undefined) => void;
}

const typingMs = 250;
/** The longest search text, in characters. */
export const longestSearch = 128;

/** Filters a list by a prefix while it is typed; the filter is kept in the page's address. */
export function Search({ label, value = "", onSearch }: SearchProps) {
  const [typed, setTyped] = useState(value);
  // An earlier search must not overwrite text typed since.
  const searched = useRef(value);
  useEffect(() => {
    if (value !== searched.current) setTyped(value);
    searched.current = value;
  }, [value]);
  const search = useDebouncedCallback((text: string) => {
    const wanted = text.trim();
    if (wanted === searched.current) return;
    searched.current = wanted;
    onSearch(wanted || undefined);
  }, typingMs);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search.flush();
  };
  const change = (text: string) => {
    setTyped(text);
    search(text);
  };
  const clear = typed !== "" && (
    <ActionIcon variant="subtle" color="gray" onClick={() => change("")} aria-label={`Clear ${label.toLowerCase()}`}>
      <IconX size={16} aria-hidden />
    </ActionIcon>
  );
  return (
    <form onSubmit={submit}>
      <TextInput
        aria-label={label}
        placeholder={label}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={clear}
        maxLength={longestSearch}
        value={typed}
        onChange={(event) => change(event.currentTarget.value)}
        w={320}
        maw="100%"
      />
    </form>
  );
}
