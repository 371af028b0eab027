import { Badge } from "@mantine/core";
import { Their } from "../text/their.tsx";

interface ThreadStatusProps {
  readonly name: string;
  readonly type: "default" | "ongoing" | "terminal";
}

const colors = { default: "blue", ongoing: "yellow", terminal: "green" } as const;

/** The status of a thread: open, in progress or done. */
export function ThreadStatus({ name, type }: ThreadStatusProps) {
  return (
    <Badge variant="light" color={colors[type]} tt="none">
      <Their>{name}</Their>
    </Badge>
  );
}
