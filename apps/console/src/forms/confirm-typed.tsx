import { Button, Code, Group, Stack, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";

interface ConfirmTypedProps {
  /** What has to be typed: the id of what is taken away. */
  readonly word: string;
  /** What the button says that does it. */
  readonly yes: ReactNode;
  readonly isRunning: boolean;
  readonly run: () => void;
  readonly onCancel: () => void;
  /** What happens then. */
  readonly children: ReactNode;
}

/** Takes something away for ever, by the button or by Enter, once its id has been typed. */
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
