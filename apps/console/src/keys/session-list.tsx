import { Paper, Stack, Table, Title, VisuallyHidden } from "@mantine/core";
import type { WorkspaceTokensListAnswerToken } from "@parley/sdk";
import { RemovalButton } from "../forms/removal-button.tsx";
import { roleWords } from "../session/session.ts";
import { Their } from "../text/their.tsx";
import { Time } from "../text/time.tsx";

interface SessionListProps {
  /** All tokens of the workspace; only those of sessions are shown. */
  readonly tokens: readonly WorkspaceTokensListAnswerToken[];
  readonly mayEnd: boolean;
  readonly end: { readonly run: (tokenId: string) => void; readonly isRunning: boolean };
}

/** Active sessions, by the person at the identity provider or the token that began them; nothing if there are none. */
export function SessionList({ tokens, mayEnd, end }: SessionListProps) {
  const sessions = tokens.filter(({ sessionRole }) => sessionRole !== null);
  if (sessions.length === 0) return null;
  return (
    <Stack>
      <Title order={3}>Active sessions</Title>
      <Paper withBorder>
        <Table.ScrollContainer minWidth={0} type="native">
          <Table aria-label="Active sessions">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Person</Table.Th>
                <Table.Th>Role</Table.Th>
                <Table.Th className="wide-only">Since</Table.Th>
                <Table.Th className="wide-only">Last seen</Table.Th>
                <Table.Th>Until</Table.Th>
                <Table.Th>
                  <VisuallyHidden>Actions</VisuallyHidden>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {sessions.map(({ tokenId, name, sessionRole, createdAt, expiresAt, lastUsedAt }) => (
                <Table.Tr key={tokenId}>
                  <Table.Td>
                    <Their or="No name">{name}</Their>
                  </Table.Td>
                  <Table.Td>{sessionRole !== null && roleWords[sessionRole]}</Table.Td>
                  <Table.Td className="wide-only">
                    <Time at={createdAt} />
                  </Table.Td>
                  <Table.Td className="wide-only">{lastUsedAt !== null && <Time at={lastUsedAt} />}</Table.Td>
                  <Table.Td>{expiresAt !== null && <Time at={expiresAt} />}</Table.Td>
                  <Table.Td ta="right">
                    {mayEnd && (
                      <RemovalButton
                        label={`End the session of ${name || "this person"}`}
                        title="End this session?"
                        words={
                          <>
                            <Their or="This person">{name}</Their> is signed out within 5 seconds, and may sign in again.
                          </>
                        }
                        yes="End the session"
                        run={() => end.run(tokenId)}
                        isRunning={end.isRunning}
                      >
                        End
                      </RemovalButton>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Paper>
    </Stack>
  );
}
