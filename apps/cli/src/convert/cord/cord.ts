import { UsageError } from "../../terminal/problem.ts";
import type { Found, Person } from "../model/found.ts";
import { isObject, type Json, object, objects, text, without } from "../model/json.ts";
import type { Answer, Context, Source, SourceClient } from "../model/source.ts";
import { messageOf, threadOf } from "./thread.ts";

/** Converts Cord's responses of `GET /v1/threads`, `/v1/threads/{id}/messages` or `/v1/messages`, `/v1/users` and `/v1/groups`. */
export const cord: Source = { ask, read };

const atOnce = 1_000;

async function* ask(client: SourceClient): AsyncGenerator<Answer> {
  // Users are read first, because messages have only the ids of their authors.
  yield* pages(client, "/v1/users");
  yield* asAnswer(await client.get("/v1/groups"));
  for await (const answer of pages(client, "/v1/threads")) {
    yield answer;
    for (const { id } of objects(object(answer.value).threads))
      yield { value: await client.get(`/v1/threads/${encodeURIComponent(text(id))}/messages`) };
  }
}

async function* pages(client: SourceClient, path: string): AsyncGenerator<Answer> {
  for (let token = ""; ; ) {
    const value = await client.get(`${path}?limit=${atOnce}${token === "" ? "" : `&token=${encodeURIComponent(token)}`}`);
    yield { value };
    const next = text(object(object(value).pagination).token);
    if (next === "" || next === token) return;
    token = next;
  }
}

function* asAnswer(value: unknown): Generator<Answer> {
  yield { value };
}

async function* read(answers: AsyncIterable<Answer>, context: Context): AsyncGenerator<Found> {
  const threads = new Map<string, Json>();
  const messages = new Map<string, Json[]>();
  const messagesOf = (id: string) => {
    const known = messages.get(id) ?? [];
    messages.set(id, known);
    return known;
  };
  for await (const { value } of answers) {
    for (const { kind, item } of itemsOf(value)) {
      if (kind === "user") context.people.learn(userOf(item, context));
      else if (kind === "group") yield groupOf(item, context);
      else if (kind === "thread") threads.set(text(item.id), item);
      else messagesOf(text(item.threadID)).push(item);
    }
  }
  for (const [id, said] of messages) {
    const thread = threads.get(id);
    if (thread === undefined)
      for (const { id: message } of said)
        context.leftOut.count("message of a thread that is not among the responses", `${id} ${text(message)}`);
    else {
      const found = threadOf(
        thread,
        said.flatMap((message) => messageOf(message, context)),
        context,
      );
      yield { type: "thread", thread: found };
    }
  }
  for (const id of threads.keys()) if (!messages.has(id)) context.leftOut.count("thread whose messages are not among the responses", id);
}

const userKeys = new Set(["id", "name", "email", "createdTimestamp", "updatedTimestamp", "groups", "organizations"]);
const groupKeys = new Set(["id", "name", "createdTimestamp", "updatedTimestamp", "members"]);

// Only another status than the usual one says something.
function ofNote(item: Json): Json {
  return item.status === "active" ? without(item, ["status"]) : item;
}

function userOf(user: Json, { leftOut }: Context): Person {
  leftOut.fields(ofNote(user), userKeys, "user", text(user.id));
  return { userId: text(user.id), name: text(user.name), email: text(user.email) };
}

function groupOf(group: Json, { leftOut }: Context): Found {
  leftOut.fields(ofNote(group), groupKeys, "group", text(group.id));
  const organizationName = text(group.name);
  return { type: "organization", organizationId: text(group.id), ...(organizationName === "" ? {} : { more: { organizationName } }) };
}

const lists = { users: "user", groups: "group", threads: "thread", messages: "message" } as const;

/** The items in a response. The kind of an item follows from the name of its list, or from its own fields. */
function* itemsOf(value: unknown): Generator<{ kind: (typeof lists)[keyof typeof lists]; item: Json }> {
  for (const [list, kind] of Object.entries(lists) as [keyof typeof lists, (typeof lists)[keyof typeof lists]][]) {
    const items = object(value)[list];
    if (!Array.isArray(items)) continue;
    for (const item of objects(items)) yield { kind, item };
    return;
  }
  const items = Array.isArray(value) ? objects(value) : isObject(value) && value.id !== undefined ? [value] : undefined;
  if (items === undefined)
    throw new UsageError(
      `This is not a response of Cord with threads, messages, users or groups: ${(JSON.stringify(value) ?? "").slice(0, 100)}`,
    );
  for (const item of items) {
    if (item.threadID !== undefined) yield { kind: "message", item };
    else if (item.location !== undefined) yield { kind: "thread", item };
    else yield { kind: item.email === undefined ? "group" : "user", item };
  }
}
