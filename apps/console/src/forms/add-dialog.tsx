import { Button, Modal, Stack } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";

interface AddDialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly add: { readonly mutate: () => void; readonly isPending: boolean };
  /** The fields of the form. */
  readonly children: ReactNode;
}

/** A dialog that adds an item. */
export function AddDialog({ title, isOpen, onClose, add, children }: AddDialogProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <Modal opened={isOpen} onClose={onClose} title={title}>
      <form onSubmit={submit}>
        <Stack>
          {children}
          <Button type="submit" loading={add.isPending}>
            Add
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
