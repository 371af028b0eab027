import { createInterface } from "node:readline";
import {
  AskAiFailure,
  Batch,
  BatchError,
  ChangesWatch,
  isEndpointEvent,
  isRawEvent,
  isRemovalEvent,
  isThinEvent,
  Pages,
  Parley,
  ParleyError,
  unwrapWebhook,
  WebhookVerificationError,
} from "../dist/index.js";

// Executes each line of its input and writes a line with the outcome: the contract suite of all clients runs it.
for await (const line of createInterface({ input: process.stdin })) {
  void perform(JSON.parse(line)).then((outcome) => console.log(JSON.stringify(outcome)));
}

async function perform({ id, client, operation, data, options, take }) {
  try {
    if (operation === "webhooks.unwrap") {
      const { body, headers, secrets, privateKey, nowMs } = data;
      return { id, value: await unwrapWebhook(body, headers, secrets, { privateKey, nowMs }) };
    }
    if (operation === "webhooks.kind") return { id, value: kindOf(await unwrapWebhook(data.body, data.headers, data.secrets)) };
    const [resource, method] = operation.split(".");
    const answer = await readable(new Parley(client)[resource][method](data, options), take);
    return { id, ...answer };
  } catch (error) {
    return { id, error: described(error) };
  }
}

function kindOf(event) {
  const kinds = { raw: isRawEvent, thin: isThinEvent, endpoint: isEndpointEvent, removal: isRemovalEvent };
  return Object.keys(kinds).find((kind) => kinds[kind](event)) ?? "processed";
}

async function readable(call, take) {
  if (call instanceof ChangesWatch) return watched(call, take);
  if (call instanceof Pages) {
    const pages = (await Array.fromAsync?.(call.pages())) ?? (await collected(call.pages()));
    const items = pages.flatMap(({ data }) => (Array.isArray(data) ? data : [data]));
    return { items, pages: pages.length };
  }
  const answer = await call;
  if (answer instanceof Batch) return batchOf(answer);
  if (answer?.[Symbol.asyncIterator] !== undefined) return streamed(answer);
  return { value: answer };
}

/** The first `take` changes, and the cursor from which a program that stores it continues. */
async function watched(watch, take) {
  const items = [];
  try {
    for await (const { changeId } of watch) if (items.push(changeId) === take) break;
    return { items, cursor: watch.cursor };
  } catch (error) {
    return { items, cursor: watch.cursor, error: described(error) };
  }
}

async function collected(pages) {
  const all = [];
  for await (const page of pages) all.push(page);
  return all;
}

function batchOf(batch) {
  const failed = batch.failed.map(({ id, code }) => ({ id, code }));
  try {
    batch.orThrow();
    return { results: Object.fromEntries(batch.results), failed, throws: false };
  } catch (error) {
    if (!(error instanceof BatchError)) throw error;
    return { results: Object.fromEntries(batch.results), failed, throws: true, error: described(error) };
  }
}

async function streamed(stream) {
  const events = [];
  for await (const event of stream) events.push(event);
  const text = events.map((event) => (event.type === "text" ? event.text : "")).join("");
  const { inputTokens, outputTokens } = events.at(-1);
  return { text, inputTokens, outputTokens };
}

function described(error) {
  if (error instanceof AskAiFailure) return { kind: "AskAiFailure", message: error.message, textSoFar: error.textSoFar };
  if (error instanceof WebhookVerificationError) return { kind: "WebhookVerification", message: error.message };
  if (!(error instanceof ParleyError)) return { kind: "other", message: String(error) };
  const { status, httpStatus, requestId, code, details } = error;
  return { kind: error.name.replace(/Error$/, ""), status, httpStatus, requestId, code: code ?? null, details: details ?? null };
}
