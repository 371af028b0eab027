import { NumberInput, SimpleGrid } from "@mantine/core";
import type { ApiKeysListItem, ApiKeysListItemLimits, ApiKeysUpdateRequestLimits } from "@parley/sdk";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Settings, SettingsForm } from "../forms/settings-form.tsx";
import { apiKeyQuery } from "../keys/api-keys-query.ts";
import { useParley } from "../parley/client.ts";
import { useAction } from "../parley/use-action.tsx";

type LimitName = keyof ApiKeysUpdateRequestLimits;

interface Limit {
  readonly name: LimitName;
  readonly label: string;
  readonly about: string;
  readonly most: number;
  /** The highest value that the operator allows for this key. */
  readonly ceiling: (stored: ApiKeysListItemLimits) => number | null;
}

const mostRows = 1_000_000_000;

const limits: readonly Limit[] = [
  {
    name: "requestsPerSecond",
    label: "Requests a second",
    about: "Accepted by each gateway",
    most: 100_000,
    ceiling: (stored) => stored.maxRequestsPerSecond,
  },
  {
    name: "streams",
    label: "Streams",
    about: "Open at each gateway at the same time",
    most: 100_000,
    ceiling: (stored) => stored.maxStreams,
  },
  { name: "documents", label: "Documents", about: "Of all organizations", most: mostRows, ceiling: (stored) => stored.maxDocuments },
  { name: "users", label: "Users", about: "Each counted once", most: mostRows, ceiling: (stored) => stored.maxUsers },
  { name: "annotations", label: "Threads", about: "Of all documents", most: mostRows, ceiling: (stored) => stored.maxAnnotations },
  { name: "comments", label: "Comments", about: "Of all threads", most: mostRows, ceiling: (stored) => stored.maxComments },
  {
    name: "webhookEndpoints",
    label: "Webhook endpoints",
    about: "Beside the two of the webhook settings",
    most: 50,
    ceiling: (stored) => stored.maxWebhookEndpoints,
  },
];

/** The limits of one API key, set by its workspace. */
export function KeyLimits() {
  const { parley, apiKey } = useParley();
  const query = useQuery(apiKeyQuery(parley, apiKey));
  return <Settings query={query} words="Loading limits…" form={Form} />;
}

function Form({ kept }: { readonly kept: ApiKeysListItem | null }) {
  const { parley, apiKey } = useParley();
  const stored = kept?.limits;
  const [entered, setEntered] = useState<Partial<Record<LimitName, string | number>>>({});
  const save = useAction({
    // A limit that is not changed may exceed what the operator allows now.
    run: () => parley.apiKeys.update({ apiKey, limits: changed(stored, entered) }),
    changes: [["apiKeys"]],
    done: "The limits have been saved.",
  });
  if (stored === undefined) return null;
  return (
    <SettingsForm save={save} actions={["apiKeys.update"]}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} maw={640}>
        {limits.map(({ name, label, about, most, ceiling }) => (
          <NumberInput
            key={name}
            label={label}
            description={aboutWithCeiling(about, ceiling(stored))}
            placeholder="No own limit"
            min={1}
            max={ceiling(stored) ?? most}
            allowDecimal={false}
            thousandSeparator=","
            value={entered[name] ?? stored[name] ?? ""}
            onChange={(value) => setEntered({ ...entered, [name]: value })}
          />
        ))}
      </SimpleGrid>
    </SettingsForm>
  );
}

function aboutWithCeiling(about: string, ceiling: number | null): string {
  return ceiling === null ? about : `${about}; the operator allows ${ceiling.toLocaleString("en-US")}`;
}

function changed(
  stored: ApiKeysListItemLimits | undefined,
  entered: Partial<Record<LimitName, string | number>>,
): ApiKeysUpdateRequestLimits {
  const values = Object.entries(entered).map(([name, value]) => [name, value === "" ? null : Number(value)] as const);
  return Object.fromEntries(values.filter(([name, value]) => stored?.[name as LimitName] !== value));
}
