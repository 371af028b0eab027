import { Button, Group, Modal, MultiSelect, Select, Stack, TagsInput, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { useDialog } from "../list/use-filters.ts";
import { resourceChoices, roleNames, type TokenResource, type TokenRole } from "./token-rights.tsx";

export interface NewToken {
  readonly name: string;
  readonly role: TokenRole;
  readonly expiresAt: number | null;
}

/** The limits of an API key's token; empty for none. */
export interface TokenLimits {
  readonly organizationIds: readonly string[];
  readonly resources: readonly TokenResource[];
}

interface CreateTokenProps {
  readonly run: (token: NewToken, limits: TokenLimits) => void;
  readonly isRunning: boolean;
  /** Whether a token can be limited to resources and organizations. */
  readonly isOfApiKey: boolean;
}

const dayMs = 86_400_000;
const noLimits: TokenLimits = { organizationIds: [], resources: [] };
const roles = Object.entries(roleNames).map(([value, label]) => ({ value, label }));
const ends = [
  { value: "never", label: "Never" },
  { value: "1", label: "In a day" },
  { value: "30", label: "In 30 days" },
  { value: "365", label: "In a year" },
];

/** Creates a token with the chosen rights. */
export function CreateToken({ run, isRunning, isOfApiKey }: CreateTokenProps) {
  const [isOpen, form] = useDialog("create-token");
  const [name, setName] = useState("");
  const [role, setRole] = useState<TokenRole>("administrate");
  const [days, setDays] = useState("never");
  const [limits, setLimits] = useState(noLimits);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    run({ name, role, expiresAt: days === "never" ? null : Date.now() + Number(days) * dayMs }, limits);
    form.close();
    setName("");
    setLimits(noLimits);
  };
  return (
    <>
      <Group>
        <Button variant="light" leftSection={<IconPlus size={16} aria-hidden />} onClick={form.open} loading={isRunning}>
          Create token
        </Button>
      </Group>
      <Modal opened={isOpen} onClose={form.close} title="Create a token">
        <form onSubmit={submit}>
          <Stack>
            <TextInput label="Name" placeholder="CI" data-autofocus value={name} onChange={(event) => setName(event.currentTarget.value)} />
            <Select
              label="It may"
              description="Agents, reports and dashboards only need to read."
              data={roles}
              value={role}
              onChange={(value) => setRole((value ?? "administrate") as TokenRole)}
              allowDeselect={false}
            />
            {isOfApiKey && <Limits limits={limits} onChange={setLimits} />}
            <Select label="Expires" data={ends} value={days} onChange={(value) => setDays(value ?? "never")} allowDeselect={false} />
            <Button type="submit">Create</Button>
          </Stack>
        </form>
      </Modal>
    </>
  );
}

interface LimitsProps {
  readonly limits: TokenLimits;
  readonly onChange: (limits: TokenLimits) => void;
}

function Limits({ limits, onChange }: LimitsProps) {
  return (
    <>
      <MultiSelect
        label="Only these resources"
        placeholder={limits.resources.length === 0 ? "All" : ""}
        data={resourceChoices}
        value={[...limits.resources]}
        onChange={(value) => onChange({ ...limits, resources: value as TokenResource[] })}
        searchable
        clearable
      />
      <TagsInput
        label="Only these organizations"
        description="Enter each id, then press Enter."
        placeholder={limits.organizationIds.length === 0 ? "All" : ""}
        maxTags={100}
        value={[...limits.organizationIds]}
        onChange={(value) => onChange({ ...limits, organizationIds: value })}
      />
    </>
  );
}
