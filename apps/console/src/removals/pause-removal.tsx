import { Button } from "@mantine/core";
import { useParley } from "../parley/client.ts";
import { useAction } from "../parley/use-action.tsx";

interface PauseRemovalProps {
  readonly jobId: string;
  readonly isPaused: boolean;
}

/** Pauses or resumes a removal. */
export function PauseRemoval({ jobId, isPaused }: PauseRemovalProps) {
  const { parley, apiKey } = useParley();
  const toggle = useAction({
    run: () => (isPaused ? parley.removals.resume({ jobId }) : parley.removals.pause({ jobId })),
    changes: [[apiKey, "removals"]],
    done: isPaused ? "The deletion continues within a few seconds." : "Every service stops within a few seconds, until you resume it.",
  });
  return (
    <Button size="compact-xs" variant="light" loading={toggle.isPending} onClick={() => toggle.mutate()}>
      {isPaused ? "Resume" : "Pause"}
    </Button>
  );
}
