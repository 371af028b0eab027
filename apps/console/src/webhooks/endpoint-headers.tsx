import { ActionIcon, Button, Code, Group, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";

/** Changes of headers by name: a value to set, or null to remove the header. */
export type HeaderChanges = Readonly<Record<string, string | null>>;

interface EndpointHeadersProps {
  /** The names of the stored headers. */
  readonly names: readonly string[];
  readonly changes: HeaderChanges;
  readonly onChange: (changes: HeaderChanges) => void;
}

/** The headers of an endpoint: stored, removed and added ones. */
export function EndpointHeaders({ names, changes, onChange }: EndpointHeadersProps) {
  const [name, setName] = useState("");
  const [value, setValue] = useState("");
  const shown = [...new Set([...names, ...Object.keys(changes)])].filter((one) => changes[one] !== null).toSorted();
  const add = () => {
    onChange({ ...changes, [name.toLowerCase()]: value });
    setName("");
    setValue("");
  };
  return (
    <Stack>
      {shown.map((one) => (
        <Group key={one} justify="space-between">
          <Group gap="xs">
            <Code>{one}</Code>
            {changes[one] !== undefined && (
              <Text size="sm" c="dimmed">
                not saved yet
              </Text>
            )}
          </Group>
          <ActionIcon variant="subtle" color="red" aria-label={`Remove ${one}`} onClick={() => onChange({ ...changes, [one]: null })}>
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Group align="flex-end">
        <TextInput label="Header" placeholder="x-token" value={name} onChange={(event) => setName(event.currentTarget.value)} />
        <PasswordInput label="Value" autoComplete="off" w={240} value={value} onChange={(event) => setValue(event.currentTarget.value)} />
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} disabled={name === "" || value === ""} onClick={add}>
          Set the header
        </Button>
      </Group>
    </Stack>
  );
}
