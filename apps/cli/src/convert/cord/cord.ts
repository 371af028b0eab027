import { UsageError } from "../../terminal/problem.ts";
import type { Found, Person } from "../model/found.ts";
import { isObject, type Json, object, objects, text } from "../model/json.ts";
import { whole } from "../model/reading.ts";
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
    for (const { kind, item } of itemsOf(value, context)) {
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

const unusual: ReadonlySet<string> = new Set();
// Only another status than the usual one says something.
const usual: ReadonlySet<string> = new Set(["status"]);

function settledIn({ status }: Json): ReadonlySet<string> {
  return status === "active" ? usual : unusual;
}

function userOf(user: Json, { leftOut }: Context): Person {
  const read = { item: user, thing: "user", example: text(user.id), settled: settledIn(user) };
  return leftOut.reading(read, ({ id, name, email, profilePictureURL }) => ({
    userId: text(id),
    name: text(name),
    email: text(email),
    photoUrl: text(profilePictureURL),
  }));
}

function groupOf(group: Json, { leftOut }: Context): Found {
  const read = { item: group, thing: "group", example: text(group.id), settled: settledIn(group) };
  return leftOut.reading(read, ({ id, name }) => {
    const organizationName = text(name);
    return { type: "organization", organizationId: text(id), ...(organizationName === "" ? {} : { more: { organizationName } }) };
  });
}

const lists = { users: "user", groups: "group", threads: "thread", messages: "message" } as const;
type Kind = (typeof lists)[keyof typeof lists];
const pageKeys = new Set(["pagination.token", "pagination.total"]);

/** The items in a response. The kind of an item follows from the name of its list, or from its own fields. */
function* itemsOf(value: unknown, { leftOut }: Context): Generator<{ kind: Kind; item: Json }> {
  const kinds = Object.entries(lists).filter(([list]) => Array.isArray(object(value)[list]));
  if (kinds.length > 0) {
    const read = { item: object(value), thing: "response", example: "", settled: pageKeys };
    yield* leftOut.reading(read, (answer) => kinds.flatMap(([list, kind]) => objects(whole(answer[list])).map((item) => ({ kind, item }))));
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
