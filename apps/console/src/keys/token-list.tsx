import { Badge, Button, Code, Group, Paper, Stack, Table, Text, VisuallyHidden } from "@mantine/core";
import { useState } from "react";
import { Empty } from "../list/empty.tsx";
import { FreshSecret } from "../text/fresh-secret.tsx";
import { Their } from "../text/their.tsx";
import { Time } from "../text/time.tsx";
import { CreateToken, type NewToken, type TokenLimits } from "./create-token.tsx";
import { RevokeToken, RotateToken } from "./end-token.tsx";
import { TokenRights, type TokenRole } from "./token-rights.tsx";

/** A token in a list, masked. */
export interface ListedToken {
  readonly tokenId: string;
  readonly token: string;
  readonly name: string;
  readonly role: TokenRole;
  readonly organizationIds?: readonly string[] | null;
  readonly resources?: readonly string[] | null;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
  readonly replacedBy: string | null;
}

/** A newly created token, in plain text. */
export interface FreshToken {
  readonly tokenId: string;
  readonly token: string;
}

interface TokenListProps {
  readonly tokens: readonly ListedToken[];
  readonly mayChange: boolean;
  readonly create: { readonly run: (token: NewToken, limits: TokenLimits) => void; readonly isRunning: boolean };
  readonly rotate: { readonly run: (tokenId: string, overlapSeconds: number) => void; readonly isRunning: boolean };
  readonly revoke: { readonly run: (tokenId: string) => void; readonly isRunning: boolean };
  readonly fresh: FreshToken | undefined;
  /** Tells where the token can be read again later. */
  readonly again: string;
  /** Whether tokens can be limited to resources and organizations. */
  readonly isOfApiKey: boolean;
}

/** Creates, shows, rotates and revokes tokens. A new token is shown in plain text until the page is left or the token is revoked. */
export function TokenList({ tokens, mayChange, create, rotate, revoke, fresh, again, isOfApiKey }: TokenListProps) {
  const [revoking, setRevoking] = useState<ListedToken>();
  const [rotating, setRotating] = useState<ListedToken>();
  return (
    <Stack>
      {fresh !== undefined && <FreshSecret label="The new token" secret={fresh.token} again={again} />}
      {mayChange && <CreateToken {...create} isOfApiKey={isOfApiKey} />}
      {tokens.length === 0 ? (
        <Empty title="No tokens" next="Create one: every request needs a token." />
      ) : (
        <Paper withBorder>
          <Table.ScrollContainer minWidth={0} type="native">
            <Table aria-label="Tokens">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Name</Table.Th>
                  <Table.Th>Token</Table.Th>
                  <Table.Th>May</Table.Th>
                  <Table.Th className="wide-only">Created</Table.Th>
                  <Table.Th className="wide-only">Last used</Table.Th>
                  <Table.Th>Expires</Table.Th>
                  <Table.Th>
                    <VisuallyHidden>Actions</VisuallyHidden>
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {tokens.map((token) => (
                  <Row key={token.tokenId} token={token} mayChange={mayChange} onRotate={setRotating} onRevoke={setRevoking} />
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </Paper>
      )}
      <RotateToken token={rotating} {...rotate} onClose={() => setRotating(undefined)} />
      <RevokeToken token={revoking} {...revoke} onClose={() => setRevoking(undefined)} />
    </Stack>
  );
}

interface RowProps {
  readonly token: ListedToken;
  readonly mayChange: boolean;
  readonly onRotate: (token: ListedToken) => void;
  readonly onRevoke: (token: ListedToken) => void;
}

function Row({ token, mayChange, onRotate, onRevoke }: RowProps) {
  const isOver = token.expiresAt !== null && token.expiresAt <= Date.now();
  return (
    <Table.Tr>
      <Table.Td>
        <Their or="No name">{token.name}</Their>
      </Table.Td>
      <Table.Td>
        <Code>{token.token}</Code>
      </Table.Td>
      <Table.Td>
        <TokenRights {...token} />
      </Table.Td>
      <Table.Td className="wide-only">
        <Time at={token.createdAt} />
      </Table.Td>
      <Table.Td className="wide-only">
        {token.lastUsedAt === null ? <Text size="sm">Not yet</Text> : <Time at={token.lastUsedAt} />}
      </Table.Td>
      <Table.Td>
        {token.expiresAt === null ? (
          <Text size="sm">Never</Text>
        ) : isOver ? (
          <Badge color="red">Expired</Badge>
        ) : (
          <Time at={token.expiresAt} />
        )}
        {token.replacedBy !== null && <Badge variant="light">Rotated</Badge>}
      </Table.Td>
      <Table.Td>
        {mayChange && (
          <Group gap="xs" justify="flex-end" wrap="nowrap">
            {token.replacedBy === null && !isOver && (
              <Button size="compact-xs" variant="subtle" onClick={() => onRotate(token)}>
                Rotate
              </Button>
            )}
            <Button size="compact-xs" variant="subtle" color="red" onClick={() => onRevoke(token)}>
              Revoke
            </Button>
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
