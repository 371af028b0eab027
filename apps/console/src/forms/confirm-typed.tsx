import { Button, Code, Group, Stack, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";

interface ConfirmTypedProps {
  /** The word to type: the id of the object to be removed. */
  readonly word: string;
  /** The label of the button that confirms. */
  readonly yes: ReactNode;
  readonly isRunning: boolean;
  readonly run: () => void;
  readonly onCancel: () => void;
  /** The consequences. */
  readonly children: ReactNode;
}

/** Removes an object permanently, by the button or by Enter, once its id has been typed. */
export function ConfirmTyped({ word, yes, isRunning, run, onCancel, children }: ConfirmTypedProps) {
  const [typed, setTyped] = useState("");
  const isMeant = typed === word;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isMeant && !isRunning) run();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {children}
        <TextInput
          label={
            <>
              Type <Code>{word}</Code> to confirm
            </>
          }
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" color="red" disabled={!isMeant} loading={isRunning}>
            {yes}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
