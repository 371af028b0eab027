import { Button, Group, Paper, Select, Stack, Textarea } from "@mantine/core";
import type { ThreadsListItem } from "@parley/sdk";
import { type FormEvent, useState } from "react";
import { useParley } from "../parley/client.ts";
import { useAction } from "../parley/use-action.tsx";
import { useUserChoice } from "../people/use-user-choice.ts";

interface Person {
  readonly userId: string;
  readonly name?: string | undefined;
}

const wordsOf = ({ userId, name }: Person) => name || userId;

/** Answers a thread in the name of one of the organization's users. */
export function AnswerForm({ thread: { organizationId, documentId, annotationId, involvedUsers } }: { readonly thread: ThreadsListItem }) {
  const { parley, apiKey } = useParley();
  const [text, setText] = useState("");
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<Person | undefined>(involvedUsers[0]);
  const isChosen = chosen !== undefined && typed === wordsOf(chosen);
  const found = useUserChoice(organizationId, isChosen ? "" : typed);
  const offered = isChosen || typed === "" ? [...(chosen === undefined ? [] : [chosen]), ...involvedUsers, ...found] : found;
  const people = new Map(offered.map((user) => [user.userId, user]));
  const answer = useAction({
    run: async () => {
      const { userId = "", name } = chosen ?? {};
      const from = { userId, ...(name === undefined || name === "" ? {} : { name }) };
      return (
        await parley.comments.add({ organizationId, documentId, annotationId, commentData: [{ from, commentText: text }] })
      ).orThrow();
    },
    changes: [[apiKey, "threads"]],
    done: "Your reply is in the thread.",
    onDone: () => setText(""),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    answer.mutate();
  };
  return (
    <Paper withBorder p="md" component="form" onSubmit={submit}>
      <Stack gap="sm">
        <Textarea
          label="Reply"
          autosize
          minRows={2}
          maxRows={12}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          required
        />
        <Group justify="space-between" align="flex-end">
          <Select
            label="As"
            searchable
            data={[...people.values()].map((person) => ({ value: person.userId, label: wordsOf(person) }))}
            filter={({ options }) => options}
            searchValue={typed}
            onSearchChange={setTyped}
            value={chosen?.userId ?? null}
            onChange={(userId) => setChosen(userId === null ? undefined : people.get(userId))}
            nothingFoundMessage="Nobody in the organization is found."
          />
          <Button type="submit" loading={answer.isPending} disabled={chosen === undefined || text.trim() === ""}>
            Reply
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
