import { Badge, Button, Group, Modal, Paper, PasswordInput, SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { LastChange } from "../audit/last-change.tsx";
import { AskFirst } from "../forms/ask-first.tsx";
import { Loading } from "../list/loading.tsx";
import { useParley } from "../parley/client.ts";
import { Failure } from "../parley/failure.tsx";
import { useAction } from "../parley/use-action.tsx";

const providers = [
  { id: "openai", name: "OpenAI" },
  { id: "anthropic", name: "Anthropic" },
  { id: "gemini", name: "Gemini" },
] as const;

type Provider = (typeof providers)[number];

/** The providers' keys: shown masked, replaced as a whole, removed. */
export function ProviderKeys() {
  const { parley, may } = useParley();
  const [editing, setEditing] = useState<Provider>();
  const { data, error, refetch } = useQuery({ queryKey: ["aiModels"], queryFn: () => parley.ai.getModels() });
  const remove = useAction({
    run: (id: Provider["id"]) => parley.ai.updateModels({ aiModelsConfig: { [id]: null } }),
    changes: [["aiModels"]],
    done: "The key has been removed.",
  });
  if (error !== null) return <Failure error={error} onRetry={refetch} />;
  if (data === undefined) return <Loading words="Loading provider keys…" />;
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        {providers.map((provider) => {
          const masked = data.aiModelsConfig[provider.id];
          return (
            <Paper key={provider.id} withBorder p="md">
              <Group justify="space-between" mb="xs">
                <Text fw={600}>{provider.name}</Text>
                <Badge variant="light" color={masked === null ? "gray" : "green"}>
                  {masked === null ? "No key" : "Ready"}
                </Badge>
              </Group>
              <Text size="sm" c="dimmed" ff="monospace" mb="sm">
                {masked ?? "—"}
              </Text>
              {may("administrate") && (
                <Group gap="xs">
                  <Button
                    size="xs"
                    variant="light"
                    onClick={() => setEditing(provider)}
                    aria-label={`${masked === null ? "Set key" : "Replace key"} of ${provider.name}`}
                  >
                    {masked === null ? "Set key" : "Replace key"}
                  </Button>
                  {masked !== null && (
                    <AskFirst
                      title={`Remove the key of ${provider.name}?`}
                      words={`Texts are no longer rewritten by models of ${provider.name} until another key is stored. This key is not kept.`}
                      yes="Remove the key"
                      run={() => remove.mutate(provider.id)}
                    >
                      {(ask) => (
                        <Button
                          size="xs"
                          variant="subtle"
                          color="red"
                          loading={remove.isPending}
                          onClick={ask}
                          aria-label={`Remove key of ${provider.name}`}
                        >
                          Remove
                        </Button>
                      )}
                    </AskFirst>
                  )}
                </Group>
              )}
            </Paper>
          );
        })}
      </SimpleGrid>
      <LastChange actions={["ai.updateModels"]} />
      <SetKey provider={editing} onClose={() => setEditing(undefined)} />
    </Stack>
  );
}

function SetKey({ provider, onClose }: { readonly provider: Provider | undefined; readonly onClose: () => void }) {
  const { parley } = useParley();
  const [key, setKey] = useState("");
  const save = useAction({
    run: () => parley.ai.updateModels({ aiModelsConfig: { [provider?.id ?? ""]: key } }),
    changes: [["aiModels"]],
    done: "The key has been stored, encrypted.",
    onDone: () => {
      setKey("");
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Modal opened={provider !== undefined} onClose={onClose} title={`Key of ${provider?.name ?? ""}`}>
      <form onSubmit={submit}>
        <Stack>
          <PasswordInput
            label="API key"
            description="Stored encrypted, and shown masked from then on."
            required
            autoComplete="off"
            data-autofocus
            value={key}
            onChange={(event) => setKey(event.currentTarget.value)}
          />
          <Button type="submit" loading={save.isPending}>
            Store
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
