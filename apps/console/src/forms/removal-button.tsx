import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { AskFirst } from "./ask-first.tsx";

interface RemovalButtonProps {
  /** The button's text; `label` also names the object, for screen readers. */
  readonly children: string;
  readonly label: string;
  readonly title: string;
  readonly words: ReactNode;
  readonly yes: string;
  readonly isRunning: boolean;
  readonly run: () => void;
}

/** A row's small red button that removes the row's object after confirmation. */
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
