import { setImmediate as nextTurn } from "node:timers/promises";

// About a third of a millisecond of work.
const partLength = 64 * 1024;
// An answer's result, its data, and the lists within that.
const levels = 3;

/**
 * The JSON of an answer with a list, as `JSON.stringify` writes it. A long one is written a part in each turn of the event loop: everybody else's
 * requests wait for a part of it and not for all.
 */
export async function listText(answer: { readonly result: unknown }): Promise<string> {
  const { data } = answer.result as { readonly data?: unknown };
  if (isShort(data)) return JSON.stringify(answer);
  let text = "";
  let end = 0;
  for (const fragment of fragments(answer, levels)) {
    if (text.length >= end) {
      await nextTurn();
      end = text.length + partLength;
    }
    text += fragment;
  }
  await nextTurn();
  return text;
}

// By its first, middle and last item: the items of a list are of a kind, and measuring each would cost as much as writing them.
function isShort(data: unknown): boolean {
  const items: unknown[] = Array.isArray(data) ? data : Object.values(data ?? {}).flat();
  const lengthOf = (index: number) => JSON.stringify(items[index])?.length ?? 0;
  return items.length * Math.max(lengthOf(0), lengthOf(items.length >> 1), lengthOf(items.length - 1)) <= partLength;
}

function* fragments(value: unknown, depth: number): Generator<string> {
  if (Array.isArray(value)) {
    yield "[";
    for (const [index, item] of value.entries()) yield `${index === 0 ? "" : ","}${JSON.stringify(item) ?? "null"}`;
    yield "]";
    return;
  }
  if (depth === 0 || typeof value !== "object" || value === null) {
    yield JSON.stringify(value);
    return;
  }
  let before = "{";
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) continue;
    yield `${before}${JSON.stringify(key)}:`;
    yield* fragments(item, depth - 1);
    before = ",";
  }
  yield before === "{" ? "{}" : "}";
}
