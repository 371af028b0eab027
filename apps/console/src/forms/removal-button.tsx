import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { AskFirst } from "./ask-first.tsx";

interface RemovalButtonProps {
  /** What the button says, and for those who only hear it, of what. */
  readonly children: string;
  readonly label: string;
  readonly title: string;
  readonly words: ReactNode;
  readonly yes: string;
  readonly isRunning: boolean;
  readonly run: () => void;
}

/** The small red button of a row that takes the row's thing away, once that is confirmed. */
export function RemovalButton({ children, label, isRunning, ...question }: RemovalButtonProps) {
  return (
    <AskFirst {...question}>
      {(ask) => (
        <Button size="compact-xs" variant="subtle" color="red" loading={isRunning} onClick={ask} aria-label={label}>
          {children}
        </Button>
      )}
    </AskFirst>
  );
}
