import { Button, Group, Paper, Select, Stack, Textarea } from "@mantine/core";
import type { ThreadsListItem } from "@parley/sdk";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useParley } from "../parley/client.ts";
import { useAction } from "../parley/use-action.tsx";

/** Answers a thread in the name of one of the organization's users. */
export function AnswerForm({ thread: { organizationId, documentId, annotationId, involvedUsers } }: { readonly thread: ThreadsListItem }) {
  const { parley, apiKey } = useParley();
  const [text, setText] = useState("");
  const [userId, setUserId] = useState<string | null>(involvedUsers[0]?.userId ?? null);
  const { data: users = [] } = useQuery({
    queryKey: [apiKey, "users", organizationId, "choice"],
    queryFn: async () => (await parley.users.list({ organizationId, pageSize: 100 })).data,
  });
  const people = new Map([...involvedUsers, ...users].map((user) => [user.userId, user]));
  const answer = useAction({
    run: async () => {
      const { name } = people.get(userId ?? "") ?? {};
      const from = { userId: userId ?? "", ...(name === undefined || name === "" ? {} : { name }) };
      return (
        await parley.comments.add({ organizationId, documentId, annotationId, commentData: [{ from, commentText: text }] })
      ).orThrow();
    },
    changes: [[apiKey, "threads"]],
    done: "Your answer is in the thread.",
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
          label="Answer"
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
            data={[...people.values()].map(({ userId: value, name }) => ({ value, label: name || value }))}
            value={userId}
            onChange={setUserId}
            nothingFoundMessage="Nobody has this name."
          />
          <Button type="submit" loading={answer.isPending} disabled={userId === null || text.trim() === ""}>
            Answer
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
