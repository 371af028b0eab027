import { Button, List, Modal, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { ConfirmTyped } from "../forms/confirm-typed.tsx";
import { useParley } from "../parley/client.ts";
import { useAction } from "../parley/use-action.tsx";
import { EraseProgress } from "../removals/erase-progress.tsx";
import { WouldGo } from "../removals/would-go.tsx";

interface ErasePersonProps {
  readonly user: string;
  /** The person's data found on their page, such as `12 comments`. */
  readonly found: readonly string[];
}

/** Erases a person once their id has been typed, and shows the progress. */
export function ErasePerson({ user, found }: ErasePersonProps) {
  const { parley, apiKey } = useParley();
  const [isOpen, modal] = useDisclosure(false);
  const erase = useAction({
    run: () => parley.users.deleteData({ userIds: [user] }),
    changes: [
      [apiKey, "users"],
      [apiKey, "removals"],
    ],
  });
  return (
    <>
      <Button color="red" variant="light" onClick={modal.open}>
        Erase…
      </Button>
      <Modal opened={isOpen} onClose={modal.close} title={erase.data === undefined ? "Erase this person?" : "Erasing"}>
        {erase.data !== undefined ? (
          <EraseProgress jobId={erase.data.jobId} tasksCount={erase.data.tasksCount} subject={`user:${user}`} />
        ) : (
          <ConfirmTyped
            word={user}
            yes="Erase all data of this person"
            isRunning={erase.isPending}
            run={() => erase.mutate()}
            onCancel={modal.close}
          >
            <Text size="sm">In every organization of this API key, from every service:</Text>
            <List size="sm">
              <List.Item>the profile, memberships and groups</List.Item>
              <List.Item>comments, reactions and recordings of theirs, and their name where others mention them</List.Item>
              <List.Item>notifications they caused or received, mails, and copies that webhooks keep</List.Item>
            </List>
            <WouldGo what={["user", user]} count={() => parley.users.deleteDataDryRun({ userIds: [user] })} />
            {found.length > 0 && <Text size="sm">In this organization alone: {found.join(", ")}.</Text>}
            <Text size="sm">This cannot be undone.</Text>
          </ConfirmTyped>
        )}
      </Modal>
    </>
  );
}
