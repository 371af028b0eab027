import { Group, NumberInput, Switch, TextInput } from "@mantine/core";
import type { ApiKeysGetConfigAnswer } from "@parley/sdk";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Settings, SettingsForm } from "../forms/settings-form.tsx";
import { useParley } from "../parley/client.ts";
import { useAction } from "../parley/use-action.tsx";

/** The options of an API key. */
export function Options() {
  const { parley, apiKey } = useParley();
  const query = useQuery({ queryKey: [apiKey, "options"], queryFn: () => parley.apiKeys.getConfig() });
  return <Settings query={query} words="Loading options…" form={Form} />;
}

function Form({ kept: options }: { readonly kept: ApiKeysGetConfigAnswer }) {
  const { parley, apiKey } = useParley();
  const [advancedQueriesEnabled, setAdvanced] = useState(options.advancedQueriesEnabled);
  const [activityLogImmutable, setImmutable] = useState(options.activityLogImmutable);
  const [notifyOfComments, setNotify] = useState(options.notifyOfComments);
  const [searchEnabled, setSearch] = useState(options.searchEnabled);
  const [linkTemplate, setTemplate] = useState(options.linkTemplate ?? "");
  const [retention, setRetention] = useState(options.retention);
  const save = useAction({
    run: () =>
      parley.apiKeys.updateConfig({
        advancedQueriesEnabled,
        activityLogImmutable,
        notifyOfComments,
        searchEnabled,
        linkTemplate,
        retention,
      }),
    changes: [[apiKey, "options"]],
    done: "The options have been saved.",
  });
  return (
    <SettingsForm save={save} actions={["apiKeys.updateConfig"]}>
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
      <Switch
        label="Comments in inboxes"
        description="Tagged users, other participants of a thread and assignees are notified"
        checked={notifyOfComments}
        onChange={(event) => setNotify(event.currentTarget.checked)}
      />
      <Switch
        label="Search in comments"
        description={`Words of comments are indexed.${progressText(options.searchIndex)}`}
        checked={searchEnabled}
        onChange={(event) => setSearch(event.currentTarget.checked)}
      />
      <TextInput
        label="Link template"
        description="The URL in your application that e-mails link to"
        placeholder="https://app.example.com/{documentId}#{annotationId}"
        value={linkTemplate}
        onChange={(event) => setTemplate(event.currentTarget.value)}
      />
      <Group align="flex-start">
        {kinds.map(([name, label]) => (
          <NumberInput
            key={name}
            label={label}
            description="Days; empty for the installation's default"
            min={1}
            max={3_650}
            allowDecimal={false}
            value={retention[name] ?? ""}
            onChange={(days) => setRetention({ ...retention, [name]: days === "" ? null : Number(days) })}
            w={240}
            maw="100%"
          />
        ))}
      </Group>
    </SettingsForm>
  );
}

const kinds = [
  ["activitiesDays", "Keep the activity log"],
  ["notificationsDays", "Keep notifications"],
  ["deliveriesDays", "Keep webhook deliveries"],
  ["mailsDays", "Keep the log of e-mails"],
] as const;

function progressText(index: ApiKeysGetConfigAnswer["searchIndex"]): string {
  if (index?.state === "indexing") return ` ${index.percent} % of the existing comments are indexed.`;
  return index?.state === "leaving" ? " The rest of the index is being removed." : "";
}
