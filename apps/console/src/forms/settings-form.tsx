import { Button, Fieldset, Stack, Text } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { FormEvent, ReactNode } from "react";
import { LastChange } from "../audit/last-change.tsx";
import { Loading } from "../list/loading.tsx";
import { useParley } from "../parley/client.ts";
import { Failure } from "../parley/failure.tsx";

interface SettingsProps<Kept> {
  /** What is kept now. */
  readonly query: Pick<UseQueryResult<Kept>, "data" | "error" | "refetch">;
  /** What is said while it loads. */
  readonly words: string;
  /** Its form; begun again whenever what is kept has changed. */
  readonly form: (props: { readonly kept: Kept }) => ReactNode;
}

/** Settings once they are known. */
export function Settings<Kept>({ query: { data, error, refetch }, words, form: Form }: SettingsProps<Kept>) {
  if (error !== null) return <Failure error={error} onRetry={refetch} />;
  if (data === undefined) return <Loading words={words} />;
  return <Form key={JSON.stringify(data)} kept={data} />;
}

interface SettingsFormProps {
  /** The operations that change these settings: who did it last is shown. */
  readonly actions: readonly string[];
  /** Whether they are settings of the workspace, not of the API key that is chosen. */
  readonly ofWorkspace?: true;
  readonly save: { readonly mutate: () => void; readonly isPending: boolean };
  readonly children: ReactNode;
}

/** The frame of a form that keeps settings: everybody sees them, administrators save them. */
export function SettingsForm({ save, actions, ofWorkspace, children }: SettingsFormProps) {
  const { may, apiKey } = useParley();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Fieldset disabled={!may("administrate")} variant="unstyled">
        <Stack gap="lg">
          {children}
          {may("administrate") ? (
            <Button type="submit" loading={save.isPending} style={{ alignSelf: "flex-start" }}>
              Save
            </Button>
          ) : (
            <Text size="sm" c="dimmed">
              Only an administrator changes this.
            </Text>
          )}
          <LastChange actions={actions} of={ofWorkspace ? undefined : apiKey} />
        </Stack>
      </Fieldset>
    </form>
  );
}
