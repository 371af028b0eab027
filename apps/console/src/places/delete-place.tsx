import { Button, Code, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useParley } from "../parley/client.ts";
import { useAction } from "../parley/use-action.tsx";

interface DeletePlaceProps {
  readonly what: "organization" | "document" | "thread";
  readonly id: string;
  readonly remove: () => Promise<unknown>;
  /** The page that is shown then. */
  readonly backTo: "/k/$key/places" | "/k/$key/places/$organization" | "/k/$key/places/$organization/$document";
  readonly params?: Readonly<Record<string, string>>;
}

/** Deletes a place with all that is in it, once its id has been typed. */
export function DeletePlace({ what, id, remove, backTo, params = {} }: DeletePlaceProps) {
  const { apiKey } = useParley();
  const navigate = useNavigate();
  const [isOpen, modal] = useDisclosure(false);
  const [typed, setTyped] = useState("");
  const action = useAction({
    run: remove,
    changes: [[apiKey]],
    done: `The ${what} is gone; what belongs to it is being deleted.`,
    onDone: () => void navigate({ to: backTo, params: { key: apiKey, ...params } as never }),
  });
  return (
    <>
      <Button color="red" variant="light" onClick={modal.open}>
        Delete…
      </Button>
      <Modal opened={isOpen} onClose={modal.close} title={`Delete this ${what}?`}>
        <Stack>
          <Text size="sm">Nobody sees it any more from now on, and everything in it is deleted. This cannot be undone.</Text>
          <TextInput
            label={
              <>
                Type <Code>{id}</Code> to confirm
              </>
            }
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            data-autofocus
          />
          <Button color="red" disabled={typed !== id} loading={action.isPending} onClick={() => action.mutate()}>
            Delete the {what}
          </Button>
        </Stack>
      </Modal>
    </>
  );
}
