import { expect, test } from "vitest";
import { withGlobalFetch } from "./scoped-fetch.ts";

const answering = (text: string) => async () => new Response(text);
const textOf = async (url: string) => (await fetch(url)).text();

test("only work that runs inside uses the other fetch, while concurrent work uses its own", async () => {
  const [one, two, native] = await Promise.all([
    withGlobalFetch(answering("one"), () => textOf("data:,native")),
    withGlobalFetch(answering("two"), () => textOf("data:,native")),
    textOf("data:,native"),
  ]);

  expect([one, two, native]).toEqual(["one", "two", "native"]);
});
