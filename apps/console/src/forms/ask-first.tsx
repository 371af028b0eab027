import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ReactNode } from "react";

interface AskFirstProps {
  readonly title: string;
  /** What happens then, and whether it can be undone. */
  readonly words: ReactNode;
  /** What the button says that does it. */
  readonly yes: string;
  readonly no?: string;
  readonly run: () => void;
  /** What is clicked first; it is handed the question. */
  readonly children: (ask: () => void) => ReactNode;
}

/** A click that takes something away asks first. */
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
