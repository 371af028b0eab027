import { List, NumberInput, Stack, Text } from "@mantine/core";
import type { AiGetModelsAnswer } from "@parley/sdk";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Settings, SettingsForm } from "../forms/settings-form.tsx";
import { useParley } from "../parley/client.ts";
import { useAction } from "../parley/use-action.tsx";
import { KeyLimits } from "./key-limits.tsx";

/** The limits of an API key: its own, and those of the workspace and the installation. */
export function Limits() {
  const { parley } = useParley();
  const query = useQuery({ queryKey: ["aiModels"], queryFn: () => parley.ai.getModels() });
  return (
    <Stack>
      <Text size="sm">
        For this API key; those that are empty are as this installation sets them. What the key has already stays when a limit is set below
        it.
      </Text>
      <KeyLimits />
      <Text size="sm">For all API keys of the workspace:</Text>
      <Settings query={query} words="Loading limits…" form={Form} />
      <Text size="sm">For every API key of this installation:</Text>
      <List size="sm">
        <List.Item>a request names at most 1,000 items, and a page has at most 1,000</List.Item>
        <List.Item>an id has at most 256 characters, a name 1,000, a longer text 100,000</List.Item>
        <List.Item>
          quotas of what is stored, and the highest number of requests a second and of streams, are set by whoever runs this installation: a
          workspace sets lower ones for a key
        </List.Item>
      </List>
    </Stack>
  );
}

function Form({ kept: { aiModelsConfig } }: { readonly kept: AiGetModelsAnswer }) {
  const { parley } = useParley();
  const [budget, setBudget] = useState<string | number>(aiModelsConfig.dailyTokenBudget ?? "");
  const save = useAction({
    run: () => parley.ai.updateModels({ aiModelsConfig: { dailyTokenBudget: budget === "" ? null : Number(budget) } }),
    changes: [["aiModels"]],
    done: "The limit has been saved.",
  });
  return (
    <SettingsForm save={save} actions={["ai.updateModels"]} ofWorkspace>
      <NumberInput
        label="AI tokens a day"
        description="For all API keys of the workspace together, per day in UTC; empty for no limit"
        placeholder="No bound"
        min={1}
        max={1_000_000_000_000}
        allowDecimal={false}
        thousandSeparator=","
        value={budget}
        onChange={setBudget}
        w={280}
        maw="100%"
      />
    </SettingsForm>
  );
}
