import { Button } from "@mantine/core";
import type { QueryKey } from "@tanstack/react-query";
import { AskFirst } from "../forms/ask-first.tsx";
import { useAction } from "../parley/use-action.tsx";

interface DisablePlaceProps {
  readonly what: "organization" | "document";
  readonly disabled: boolean;
  readonly setDisabled: (disabled: boolean) => Promise<unknown>;
  /** The queries to reload afterwards. */
  readonly changes: readonly QueryKey[];
}

/** Disables a place for its users after confirmation; enables it again without one. */
export function DisablePlace({ what, disabled, setDisabled, changes }: DisablePlaceProps) {
  const action = useAction({
    run: setDisabled,
    changes,
    done: (_batch, isDisabled) =>
      isDisabled ? "Its users can no longer read or write in it." : "Its users can read and write in it again.",
  });
  if (disabled)
    return (
      <Button variant="default" loading={action.isPending} onClick={() => action.mutate(false)}>
        Enable
      </Button>
    );
  return (
    <AskFirst
      title={`Disable this ${what}?`}
      words="Its users can neither read nor write in it until it is enabled again. Nothing is deleted."
      yes={`Disable the ${what}`}
      run={() => action.mutate(true)}
    >
      {(ask) => (
        <Button variant="default" loading={action.isPending} onClick={ask}>
          Disable…
        </Button>
      )}
    </AskFirst>
  );
}
