import { EmptyState, Paper } from "@mantine/core";
import { IconInbox } from "@tabler/icons-react";
import type { ReactNode } from "react";

export interface EmptyProps {
  readonly title: string;
  /** What to do next. */
  readonly next: ReactNode;
  readonly icon?: ReactNode;
  readonly children?: ReactNode;
}

/** Where nothing is yet: what it would be, and what to do next. */
export function Empty({ title, next, icon = <IconInbox aria-hidden />, children }: EmptyProps) {
  return (
    <Paper withBorder p="xl">
      <EmptyState icon={icon} title={title} description={next}>
        {children !== undefined && <EmptyState.Actions>{children}</EmptyState.Actions>}
      </EmptyState>
    </Paper>
  );
}
