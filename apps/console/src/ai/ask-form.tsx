import { Autocomplete, Button, Group, Paper, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { IconSparkles } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { useParley } from "../parley/client.ts";
import { Failure } from "../parley/failure.tsx";
import { useAction } from "../parley/use-action.tsx";
import { Their } from "../text/their.tsx";

const models = ["gpt-5", "gpt-5-mini", "claude-sonnet-4-5", "claude-haiku-4-5", "gemini-2.5-pro", "gemini-2.5-flash"];

/** Sends a text to a model, and shows the answer as it is written. */
export function AskForm() {
  const { parley, apiKey, may } = useParley();
  const [model, setModel] = useState("gpt-5");
  const [prompt, setPrompt] = useState("Make this polite.");
  const [text, setText] = useState("");
  const [answer, setAnswer] = useState("");
  const ask = useAction({
    run: async () => {
      setAnswer("");
      for await (const event of await parley.ai.stream({ model, prompt, text }))
        if (event.type === "text") setAnswer((before) => before + event.text);
    },
    changes: [[apiKey, "usage"]],
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask.mutate();
  };
  if (!may("act")) return <Text size="sm">Editors and administrators can send a text to a model here.</Text>;
  return (
    <Stack component="form" onSubmit={submit}>
      <Group grow align="flex-start">
        <Autocomplete label="Model" data={models} value={model} onChange={setModel} required />
        <TextInput label="Instruction" value={prompt} onChange={(event) => setPrompt(event.currentTarget.value)} required />
      </Group>
      <Textarea
        label="Text"
        autosize
        minRows={3}
        maxRows={12}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        required
      />
      <Group>
        <Button type="submit" leftSection={<IconSparkles size={16} aria-hidden />} loading={ask.isPending}>
          Ask
        </Button>
      </Group>
      {ask.error !== null && <Failure error={ask.error} />}
      {answer !== "" && (
        <Paper withBorder p="md" role="status">
          <Text className="said">
            <Their>{answer}</Their>
          </Text>
        </Paper>
      )}
    </Stack>
  );
}
