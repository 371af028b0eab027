import { EmptyState, Paper } from "@mantine/core";
import { IconInbox } from "@tabler/icons-react";
import type { ReactNode } from "react";

export interface EmptyProps {
  readonly title: string;
  /** The next step. */
  readonly next: ReactNode;
  readonly icon?: ReactNode;
  readonly children?: ReactNode;
}

/** The state of an empty list: what is missing, and the next step. */
export function Empty({ title, next, icon = <IconInbox aria-hidden />, children }: EmptyProps) {
  return (
    <Paper withBorder p="xl">
      <EmptyState icon={icon} title={title} description={next}>
        {children !== undefined && <EmptyState.Actions>{children}</EmptyState.Actions>}
      </EmptyState>
    </Paper>
  );
}
