import { Button, Group, Paper, Select, Stack, Text, Textarea } from "@mantine/core";
import type { NamedUserInput, CommentAnnotation as Thread } from "@parley/sdk";
import { type FormEvent, type KeyboardEvent, useState } from "react";
import { useParley } from "../parley/client.ts";
import { useAction } from "../parley/use-action.tsx";
import { useUserChoice } from "../people/use-user-choice.ts";
import { Their } from "../text/their.tsx";
import { peopleOf } from "./thread-title.ts";
import { useOperator } from "./use-operator.tsx";

interface Person {
  readonly userId: string;
  readonly name?: string | undefined;
}

const wordsOf = ({ userId, name }: Person) => name || userId;

/** Replies to a thread as support, in the operator's own name, or in the name of one of the organization's users. */
export function AnswerForm({ thread: { organizationId, documentId, annotationId, comments, assignedTo } }: { readonly thread: Thread }) {
  const { parley, apiKey } = useParley();
  const [text, setText] = useState("");
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<Person>();
  const { as, question } = useOperator();
  const isChosen = chosen !== undefined && typed === wordsOf(chosen);
  const found = useUserChoice(organizationId, isChosen ? "" : typed);
  // Operators are not offered as users to reply as.
  const customers = peopleOf(comments, assignedTo).filter(({ isOperator }) => isOperator !== true);
  const offered = isChosen || typed === "" ? [...(chosen === undefined ? [] : [chosen]), ...customers, ...found] : found;
  const people = new Map(offered.map((user) => [user.userId, user]));
  const answer = useAction({
    run: async (from: NamedUserInput) =>
      (await parley.comments.add({ organizationId, documentId, annotationId, commentData: [{ from, commentText: text }] })).orThrow(),
    changes: [[apiKey, "threads"]],
    done: "Your reply has been added.",
    onDone: () => setText(""),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen === undefined) as(answer.mutate);
    else answer.mutate({ userId: chosen.userId, ...(chosen.name === undefined || chosen.name === "" ? {} : { name: chosen.name }) });
  };
  const onKeyDown = ({ key, ctrlKey, metaKey, nativeEvent, currentTarget }: KeyboardEvent<HTMLTextAreaElement>) => {
    if (key === "Enter" && (ctrlKey || metaKey) && !nativeEvent.isComposing && text.trim() !== "") currentTarget.form?.requestSubmit();
  };
  return (
    <Paper withBorder p="md">
      {question}
      <Stack gap="sm" component="form" onSubmit={submit}>
        <Textarea
          label="Reply"
          description="Ctrl or ⌘ with Enter sends it."
          autosize
          minRows={2}
          maxRows={12}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          required
        />
        <Group justify="space-between" align="flex-end">
          <Select
            label="As"
            placeholder="Yourself, as support"
            searchable
            clearable
            data={[...people.values()].map((person) => ({ value: person.userId, label: wordsOf(person) }))}
            filter={({ options }) => options}
            searchValue={typed}
            onSearchChange={setTyped}
            value={chosen?.userId ?? null}
            onChange={(userId) => setChosen(userId === null ? undefined : people.get(userId))}
            nothingFoundMessage="No users found."
          />
          <Button type="submit" loading={answer.isPending} disabled={text.trim() === ""}>
            Reply
          </Button>
        </Group>
        {chosen !== undefined && (
          <Text size="sm" role="status">
            It will look as if <Their or={chosen.userId}>{chosen.name}</Their> had written it.
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
