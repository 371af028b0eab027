import { expect, test } from "vitest";
import { withShortEchoes } from "./short-echoes.ts";

const requestOf = (data: unknown) => Buffer.from(JSON.stringify({ data }));
// So that the answer is long enough to be looked at.
const requestId = "r".repeat(200);

/** What becomes of this message of a response to this request. */
function echoed(message: string, request: unknown): string {
  const body = JSON.stringify({ error: { status: "NOT_FOUND", message, details: [{ field: "id", message }], requestId } });
  const { error } = JSON.parse(withShortEchoes({ status: 404, body }, requestOf(request)).body);
  expect(error).toMatchObject({ status: "NOT_FOUND", details: [{ field: "id", message: error.message }], requestId });
  return error.message;
}

const words = Array.from({ length: 60 }, (_, n) => `word${n}`).join(" ");

test.each([
  ["in the middle", `The user ${"u".repeat(256)} does not exist.`, ["u".repeat(256)], `The user ${"u".repeat(100)}… does not exist.`],
  ["at the beginning", `${words} is not a trigger.`, [words], `${words.slice(0, 100)}… is not a trigger.`],
  ["alone", words, [words], `${words.slice(0, 100)}…`],
  ["of 101 characters", `No ${words.slice(0, 101)}.`, [words.slice(0, 101)], `No ${words.slice(0, 100)}….`],
  ["of emoji", `No ${"🎈".repeat(256)}.`, ["🎈".repeat(256)], `No ${"🎈".repeat(100)}….`],
  [
    "twice beside another",
    `${"a".repeat(150)} and ${"b".repeat(160)} and ${"a".repeat(150)}.`,
    [{ a: "a".repeat(150) }, [["b".repeat(160)]]],
    `${"a".repeat(100)}… and ${"b".repeat(100)}… and ${"a".repeat(100)}….`,
  ],
  [
    "that begins as others do",
    `No ${"p".repeat(200)}-2-${"q".repeat(20)}.`,
    ["p".repeat(200), `${"p".repeat(200)}-1-${"q".repeat(20)}`, `${"p".repeat(200)}-2-${"q".repeat(20)}`],
    `No ${"p".repeat(100)}….`,
  ],
])("a long text of the request %s is cut to 100 characters in a message", (_, message, request, short) => {
  expect(echoed(message, request)).toBe(short);
});

test("texts of 100 characters, and what the request does not hold, stay whole", () => {
  const message = `The user ${"u".repeat(100)} does not exist in ${"o".repeat(300)}.`;

  expect(echoed(message, ["u".repeat(100), "x".repeat(300)])).toBe(message);
});

test("in a batch the messages of failed items are cut, and its keys and ids are not", () => {
  const id = "i".repeat(256);
  const item = (message: string) => ({ [id]: { success: false, id, message } });
  const answer = { status: 200, body: JSON.stringify({ result: { data: item(`The recording ${id} does not exist.`) } }) };

  const { body } = withShortEchoes(answer, requestOf([id]));

  expect(JSON.parse(body)).toEqual({ result: { data: item(`The recording ${"i".repeat(100)}… does not exist.`) } });
});

test("a success, and a response without a long message, are left as they are", () => {
  const id = "i".repeat(256);
  const done = { status: 200, body: JSON.stringify({ result: { data: { [id]: { success: true, id, message: `${id} was added.` } } } }) };
  const short = { status: 404, body: JSON.stringify({ error: { message: "Nothing.", requestId } }) };

  for (const answer of [done, short]) expect(withShortEchoes(answer, requestOf([id]))).toBe(answer);
});

test.each([
  ["failing ids", 100, 1],
  ["long texts beside one failing id", 1, 500],
])("ten times as many %s take no more than about ten times as long", (_, failing, beside) => {
  // Ids that begin alike are the slowest to tell apart.
  const cpuMs = (count: number, rounds: number) => {
    const ids = Array.from({ length: failing * count }, (_, n) => `${"i".repeat(250)}${n}`);
    const texts = Array.from({ length: beside * count }, (_, n) => `${"t".repeat(120)}${n}`);
    const data = Object.fromEntries(ids.map((id) => [id, { success: false, id, message: `The recording ${id} does not exist.` }]));
    const answer = { status: 200, body: JSON.stringify({ result: { data } }) };
    const request = requestOf({ ids, texts });
    const before = process.threadCpuUsage();
    for (let round = 0; round < rounds; round++) {
      const { body } = withShortEchoes(answer, request);
      expect(body.includes(`recording ${"i".repeat(101)}`)).toBe(false);
    }
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  };
  cpuMs(10, 1);

  const [one, ten] = [cpuMs(1, 50), cpuMs(10, 5)];

  // As many ids and texts in both.
  expect(ten / one).toBeLessThan(1.5);
});
