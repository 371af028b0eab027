import { Button, List, Modal, ThemeIcon } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { RemovalsListItem } from "@parley/sdk";
import { IconCheck, IconClock } from "@tabler/icons-react";

interface RemovalTasksProps {
  readonly tasks: RemovalsListItem["tasks"];
  /** The number of completed tasks, as the label of the button that opens them. */
  readonly words: string;
}

const stageWords: Readonly<Record<number, string>> = { 1: "deletes", 2: "checks again", 3: "deletes the rows that led to the others" };

/** The tasks of a removal, open ones first. */
export function RemovalTasks({ tasks, words }: RemovalTasksProps) {
  const [isOpen, modal] = useDisclosure(false);
  const sorted = tasks.toSorted((left, right) => Number(left.done) - Number(right.done) || left.stage - right.stage);
  return (
    <>
      <Button size="compact-xs" variant="subtle" onClick={modal.open} style={{ alignSelf: "flex-start" }}>
        {words}
      </Button>
      <Modal opened={isOpen} onClose={modal.close} title={words} size="lg">
        <List size="sm" spacing={4} center>
          {sorted.map(({ service, collection, stage, done }) => (
            <List.Item
              key={`${stage} ${service} ${collection}`}
              icon={
                <ThemeIcon size={20} radius="xl" color={done ? "green" : "gray"} variant="light" aria-label={done ? "Done" : "Left"}>
                  {done ? <IconCheck size={14} aria-hidden /> : <IconClock size={14} aria-hidden />}
                </ThemeIcon>
              }
            >
              {service}: {collection} ({stageWords[stage] ?? `stage ${stage}`})
            </List.Item>
          ))}
        </List>
      </Modal>
    </>
  );
}
