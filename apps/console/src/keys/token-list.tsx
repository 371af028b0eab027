import { Badge, Button, Code, Group, Modal, Paper, Select, Stack, Table, Text, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { Empty } from "../list/empty.tsx";
import { useDialog } from "../list/use-dialog.ts";
import { FreshSecret } from "../text/fresh-secret.tsx";
import { Their } from "../text/their.tsx";
import { Time } from "../text/time.tsx";

/** A token as it is listed: masked. */
interface ListedToken {
  readonly tokenId: string;
  readonly token: string;
  readonly name: string;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
}

/** A token that was made a moment ago, in clear. */
export interface FreshToken {
  readonly tokenId: string;
  readonly token: string;
}

export interface NewToken {
  readonly name: string;
  readonly expiresAt: number | null;
}

interface TokenListProps {
  readonly tokens: readonly ListedToken[];
  readonly mayChange: boolean;
  readonly create: { readonly run: (token: NewToken) => void; readonly isRunning: boolean };
  readonly revoke: { readonly run: (tokenId: string) => void; readonly isRunning: boolean };
  readonly fresh: FreshToken | undefined;
  /** Where it can be read later. */
  readonly again: string;
}

/** Tokens: made, shown in clear until the page is left or they are revoked, and revoked. */
export function TokenList({ tokens, mayChange, create, revoke, fresh, again }: TokenListProps) {
  const [revoking, setRevoking] = useState<ListedToken>();
  return (
    <Stack>
      {fresh !== undefined && <FreshSecret label="The new token" secret={fresh.token} again={again} />}
      {mayChange && <CreateToken {...create} />}
      {tokens.length === 0 ? (
        <Empty title="No tokens" next="Create one: without a token nothing can be called." />
      ) : (
        <Paper withBorder>
          <Table aria-label="Tokens">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Name</Table.Th>
                <Table.Th>Token</Table.Th>
                <Table.Th className="wide-only">Created</Table.Th>
                <Table.Th className="wide-only">Last used</Table.Th>
                <Table.Th>Expires</Table.Th>
                <Table.Th />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {tokens.map((token) => (
                <Table.Tr key={token.tokenId}>
                  <Table.Td>
                    <Their or="No name">{token.name}</Their>
                  </Table.Td>
                  <Table.Td>
                    <Code>{token.token}</Code>
                  </Table.Td>
                  <Table.Td className="wide-only">
                    <Time at={token.createdAt} />
                  </Table.Td>
                  <Table.Td className="wide-only">
                    {token.lastUsedAt === null ? <Text size="sm">Not yet</Text> : <Time at={token.lastUsedAt} />}
                  </Table.Td>
                  <Table.Td>{token.expiresAt === null ? <Text size="sm">Never</Text> : <Expiry at={token.expiresAt} />}</Table.Td>
                  <Table.Td ta="right">
                    {mayChange && (
                      <Button size="compact-xs" variant="subtle" color="red" onClick={() => setRevoking(token)}>
                        Revoke
                      </Button>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Paper>
      )}
      <Modal opened={revoking !== undefined} onClose={() => setRevoking(undefined)} title="Revoke this token?">
        <Text size="sm">
          Whoever uses <Their or="it">{revoking?.name}</Their> (<Code>{revoking?.token}</Code>) is refused within 5 seconds. This cannot be
          undone.
        </Text>
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={() => setRevoking(undefined)}>
            Keep it
          </Button>
          <Button
            color="red"
            loading={revoke.isRunning}
            onClick={() => {
              if (revoking !== undefined) revoke.run(revoking.tokenId);
              setRevoking(undefined);
            }}
          >
            Revoke
          </Button>
        </Group>
      </Modal>
    </Stack>
  );
}

function Expiry({ at }: { readonly at: number }) {
  return at <= Date.now() ? <Badge color="red">Expired</Badge> : <Time at={at} />;
}

const dayMs = 86_400_000;

function CreateToken({ run, isRunning }: TokenListProps["create"]) {
  const [isOpen, form] = useDialog("create-token");
  const [name, setName] = useState("");
  const [days, setDays] = useState<string>("never");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    run({ name, expiresAt: days === "never" ? null : Date.now() + Number(days) * dayMs });
    form.close();
    setName("");
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
              label="Expires"
              data={[
                { value: "never", label: "Never" },
                { value: "1", label: "In a day" },
                { value: "30", label: "In 30 days" },
                { value: "365", label: "In a year" },
              ]}
              value={days}
              onChange={(value) => setDays(value ?? "never")}
              allowDeselect={false}
            />
            <Button type="submit">Create</Button>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
