import { Button, Modal, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { RemovalCounts } from "@parley/sdk";
import { useNavigate } from "@tanstack/react-router";
import { ConfirmTyped } from "../forms/confirm-typed.tsx";
import { useParley } from "../parley/client.ts";
import { useAction } from "../parley/use-action.tsx";
import { WouldGo } from "../removals/would-go.tsx";
import { type Operator, useOperator } from "./use-operator.tsx";

interface DeletePlaceProps {
  readonly what: "organization" | "document" | "thread";
  readonly id: string;
  /** The operator is given for a thread, because the activity log records who deleted it. */
  readonly remove: (operator: Operator | undefined) => Promise<unknown>;
  /** Counts what would be deleted, for the question; absent for a thread. */
  readonly dryRun?: () => Promise<RemovalCounts>;
  /** The page to show afterwards. */
  readonly backTo: "/k/$key/places" | "/k/$key/places/$organization" | "/k/$key/places/$organization/$document";
  readonly params?: Readonly<Record<string, string>>;
}

/** Deletes a place with all its contents, once its id has been typed. */
export function DeletePlace({ what, id, remove, dryRun, backTo, params = {} }: DeletePlaceProps) {
  const { apiKey } = useParley();
  const navigate = useNavigate();
  const [isOpen, modal] = useDisclosure(false);
  const { as, question } = useOperator();
  const action = useAction({
    run: remove,
    changes: [[apiKey]],
    done: `The ${what} has been deleted; its contents are being deleted.`,
    onDone: () => void navigate({ to: backTo, params: { key: apiKey, ...params } as never }),
  });
  return (
    <>
      {question}
      <Button color="red" variant="light" onClick={modal.open}>
        Delete…
      </Button>
      <Modal opened={isOpen} onClose={modal.close} title={`Delete this ${what}?`}>
        <ConfirmTyped
          word={id}
          yes={`Delete the ${what}`}
          isRunning={action.isPending}
          run={() => (what === "thread" ? as(action.mutate) : action.mutate(undefined))}
          onCancel={modal.close}
        >
          {dryRun !== undefined && <WouldGo what={[what, id]} count={dryRun} />}
          <Text size="sm">Nobody sees it any more from now on, and everything in it is deleted. This cannot be undone.</Text>
        </ConfirmTyped>
      </Modal>
    </>
  );
}
