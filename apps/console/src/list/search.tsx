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
/** As many characters as a search may have. */
export const longestSearch = 128;

/** Narrows a list to what begins so, while it is typed; the page keeps it in its address. */
export function Search({ label, value = "", onSearch }: SearchProps) {
  const [typed, setTyped] = useState(value);
  // What is typed on must not be overwritten by what was searched for a moment ago.
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
