import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ReactNode } from "react";

interface AskFirstProps {
  readonly title: string;
  /** The consequences, and whether they can be undone. */
  readonly words: ReactNode;
  /** The label of the button that confirms. */
  readonly yes: string;
  readonly no?: string;
  readonly run: () => void;
  /** The element that opens the dialog, by calling `ask`. */
  readonly children: (ask: () => void) => ReactNode;
}

/** Asks for confirmation before an action that removes something. */
export function AskFirst({ title, words, yes, no = "Cancel", run, children }: AskFirstProps) {
  const [isOpen, question] = useDisclosure(false);
  const accept = () => {
    question.close();
    run();
  };
  return (
    <>
      {children(question.open)}
      <Modal opened={isOpen} onClose={question.close} title={title}>
        <Stack>
          <Text size="sm" component="div">
            {words}
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={question.close} data-autofocus>
              {no}
            </Button>
            <Button color="red" onClick={accept}>
              {yes}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
