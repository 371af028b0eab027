import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { type FormEvent, type ReactNode, useState } from "react";
import { useParley } from "../parley/client.ts";

/**
 * The person who acts in the console, as stored with threads and in the activity log: a separate user marked by the key `isOperator`, never
 * one of the customer's.
 */
export interface Operator {
  readonly userId: string;
  readonly name: string;
  readonly isOperator: true;
  readonly [key: string]: unknown;
}

interface Acting {
  /** Runs an action in the operator's name, which is asked for the first time and kept in this browser. */
  readonly as: (run: (operator: Operator) => void) => void;
  /** The dialog that asks for the name; to be rendered outside of other forms. */
  readonly question: ReactNode;
}

/** Lets a person act in their own name. */
export function useOperator(): Acting {
  const { session } = useParley();
  const [operator, setOperator] = useLocalStorage<Operator | undefined>({
    key: `parley-operator-${session.workspaceId}`,
    defaultValue: undefined,
    getInitialValueInEffect: false,
  });
  const [waiting, setWaiting] = useState<{ readonly run: (operator: Operator) => void }>();
  const begin = (name: string) => {
    const named = { userId: newOperatorId(), name, isOperator: true } as const;
    setOperator(named);
    setWaiting(undefined);
    waiting?.run(named);
  };
  return {
    as: (run) => (operator === undefined ? setWaiting({ run }) : run(operator)),
    question: (
      <Modal opened={waiting !== undefined} onClose={() => setWaiting(undefined)} title="What is your name?">
        <NameForm name={session.person} onName={begin} onCancel={() => setWaiting(undefined)} />
      </Modal>
    ),
  };
}

interface NameFormProps {
  readonly name: string;
  readonly onName: (name: string) => void;
  readonly onCancel: () => void;
}

function NameForm({ name, onName, onCancel }: NameFormProps) {
  const [typed, setTyped] = useState(name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onName(typed.trim());
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">
          Customers see it beside your comments, and the activity log records it. You are asked once; the name is kept in this browser.
        </Text>
        <TextInput
          label="Your name"
          required
          data-autofocus
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          maxLength={100}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" disabled={typed.trim() === ""}>
            Continue
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

// Two operators with the same name are two users. `randomUUID` is missing where the console is served without TLS.
function newOperatorId(): string {
  return `operator-${[...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
