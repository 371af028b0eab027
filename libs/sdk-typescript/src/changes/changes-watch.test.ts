import { expect, onTestFinished, test, vi } from "vitest";
import { Parley } from "../parley.ts";

test("a processed page moves the cursor, even one without a change; a new iteration continues from there", async () => {
  const { parley, asked } = answering([page([], "c0"), page(["chg_1", "chg_2"], "c1"), page(["chg_1", "chg_2"], "c1"), page([], "c2")]);
  const watch = parley.changes.watch({ organizationId: "acme" });

  const cursors: unknown[] = [];
  for await (const { data } of watch.pages()) {
    cursors.push(watch.cursor);
    if (data.length > 0) break;
  }
  for await (const { nextCursor } of watch.pages()) if (nextCursor === "c2") break;

  expect([cursors, watch.cursor]).toEqual([["now", "c0"], "c1"]);
  expect(asked.map(({ cursor, waitMs }) => [cursor, waitMs])).toEqual([
    ["now", 0],
    ["c0", 25_000],
    ["c0", 25_000],
    ["c1", 25_000],
  ]);
});

test("temporary failures are waited out for longer than those of a call, and permanent ones end the watch", async () => {
  // The shortest possible pauses.
  const random = vi.spyOn(Math, "random").mockReturnValue(0);
  onTestFinished(() => random.mockRestore());
  const unavailable = () => new Response("", { status: 503 });
  const refused = () => Response.json({ error: { status: "OUT_OF_RANGE", message: "Begin again." } }, { status: 400 });
  const { parley, asked } = answering([...Array.from({ length: 6 }, () => unavailable), page(["chg_1"], "c1"), refused]);
  const watch = parley.changes.watch({ cursor: "c0" });

  const read: string[] = [];
  const reading = (async () => {
    for await (const { changeId } of watch) read.push(changeId);
  })();

  await expect(reading).rejects.toMatchObject({ status: "OUT_OF_RANGE" });
  expect([read, watch.cursor, asked.length]).toEqual([["chg_1"], "c1", 8]);
});

test("the caller's signal ends a watch at once, with its reason", async () => {
  const controller = new AbortController();
  const { parley } = answering([
    () => {
      setImmediate(() => controller.abort(new Error("That is enough.")));
      return new Response("", { status: 429, headers: { "retry-after": "30" } });
    },
  ]);
  const watch = parley.changes.watch({ cursor: "c0" }, { signal: controller.signal });

  await expect(watch.pages().next()).rejects.toThrow("That is enough.");
});

function page(ids: readonly string[], nextCursor: string): () => Response {
  const data = ids.map((changeId) => ({ changeId }));
  return () => Response.json({ result: { status: "success", message: "Changes retrieved.", data, nextCursor, upToDate: true } });
}

function answering(answers: readonly (() => Response)[]) {
  const asked: Record<string, unknown>[] = [];
  const fetch = async (_url: string, { body }: { readonly body: string }) => {
    const answer = answers[asked.push(JSON.parse(body).data) - 1];
    if (answer === undefined) throw new Error("The script has no further answer.");
    return answer();
  };
  return { parley: new Parley({ baseUrl: "http://localhost:8080", apiKey: "pk_test_1", authToken: "sk_1", fetch }), asked };
}
