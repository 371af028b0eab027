import { Button, Fieldset, Stack, Text } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { FormEvent, ReactNode } from "react";
import { LastChange } from "../audit/last-change.tsx";
import { Loading } from "../list/loading.tsx";
import { useParley } from "../parley/client.ts";
import { Failure } from "../parley/failure.tsx";

interface SettingsProps<Kept> {
  /** The stored settings. */
  readonly query: Pick<UseQueryResult<Kept>, "data" | "error" | "refetch">;
  /** The text shown while the settings load. */
  readonly words: string;
  /** The form; reset whenever the stored settings change. */
  readonly form: (props: { readonly kept: Kept }) => ReactNode;
}

/** Shows settings once they have loaded. */
export function Settings<Kept>({ query: { data, error, refetch }, words, form: Form }: SettingsProps<Kept>) {
  if (error !== null) return <Failure error={error} onRetry={refetch} />;
  if (data === undefined) return <Loading words={words} />;
  return <Form key={JSON.stringify(data)} kept={data} />;
}

interface SettingsFormProps {
  /** The operations that change these settings, for showing the last change. */
  readonly actions: readonly string[];
  /** Whether the settings belong to the workspace, not to the chosen API key. */
  readonly ofWorkspace?: true;
  readonly save: { readonly mutate: () => void; readonly isPending: boolean };
  readonly children: ReactNode;
}

/** The frame of a settings form: everybody can read it, and administrators can save. */
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
              Only administrators can change this.
            </Text>
          )}
          <LastChange actions={actions} of={ofWorkspace ? undefined : apiKey} />
        </Stack>
      </Fieldset>
    </form>
  );
}
