import { Button, Fieldset, Stack, Switch, TextInput } from "@mantine/core";
import type { ApiKeysGetConfigAnswer } from "@parley/sdk";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Loading } from "../list/loading.tsx";
import { useParley } from "../parley/client.ts";
import { Failure } from "../parley/failure.tsx";
import { useAction } from "../parley/use-action.tsx";

/** The options of an API key. */
export function Options() {
  const { parley, apiKey } = useParley();
  const { data, error, refetch } = useQuery({ queryKey: [apiKey, "options"], queryFn: () => parley.apiKeys.getConfig() });
  if (error !== null) return <Failure error={error} onRetry={refetch} />;
  if (data === undefined) return <Loading words="Loading options…" />;
  return <Form key={JSON.stringify(data)} options={data} />;
}

function Form({ options }: { readonly options: ApiKeysGetConfigAnswer }) {
  const { parley, apiKey, may } = useParley();
  const [advancedQueriesEnabled, setAdvanced] = useState(options.advancedQueriesEnabled);
  const [activityLogImmutable, setImmutable] = useState(options.activityLogImmutable);
  const [linkTemplate, setTemplate] = useState(options.linkTemplate ?? "");
  const save = useAction({
    run: () => parley.apiKeys.updateConfig({ advancedQueriesEnabled, activityLogImmutable, linkTemplate }),
    changes: [[apiKey, "options"]],
    done: "The options are kept.",
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Fieldset disabled={!may("administrate")} variant="unstyled">
        <Stack maw={720}>
          <Switch
            label="Advanced queries"
            description="Needed by users.list and folders.delete"
            checked={advancedQueriesEnabled}
            onChange={(event) => setAdvanced(event.currentTarget.checked)}
          />
          <Switch
            label="Immutable activity log"
            description="New records of the activity log cannot be changed"
            checked={activityLogImmutable}
            onChange={(event) => setImmutable(event.currentTarget.checked)}
          />
          <TextInput
            label="Link template"
            description="The place in your application that mails lead to"
            placeholder="https://app.example.com/{documentId}#{annotationId}"
            value={linkTemplate}
            onChange={(event) => setTemplate(event.currentTarget.value)}
          />
          <Button type="submit" loading={save.isPending} style={{ alignSelf: "flex-start" }}>
            Save
          </Button>
        </Stack>
      </Fieldset>
    </form>
  );
}
