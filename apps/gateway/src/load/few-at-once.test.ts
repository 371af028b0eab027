import { setImmediate as turnOfLoop } from "node:timers/promises";
import { runWithContext } from "@parley/kernel";
import { expect, test } from "vitest";
import { FewAtOnce } from "./few-at-once.ts";

function stage(few = new FewAtOnce()) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (tenant: string, name: string) =>
    few.run(tenant, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  return { begun, run, end: (name: string) => ends.get(name)?.() };
}

test("four costly requests of a tenant run at once, the others in the order of their arrival, and another tenant's at once", async () => {
  const { begun, run, end } = stage();
  const all = ["1", "2", "3", "4", "5", "6"].map((name) => run("greedy", name));
  all.push(run("other", "o"));
  await turnOfLoop();
  expect(begun).toEqual(["1", "2", "3", "4", "o"]);

  end("3");
  await turnOfLoop();
  expect(begun.slice(5)).toEqual(["5"]);
  for (const name of ["1", "2", "4", "5", "o"]) end(name);
  await turnOfLoop();
  expect(begun.slice(6)).toEqual(["6"]);
  end("6");
  await Promise.all(all);
});

test("a waiting request whose client disconnects gets no turn, and takes none from the others", async () => {
  const { begun, run, end } = stage();
  const client = new AbortController();
  const call = { requestId: "r", deadlineMs: performance.now() + 60_000, signal: client.signal, traced: false };
  const all = ["1", "2", "3", "4"].map((name) => run("greedy", name));
  const gone = runWithContext(call, () => run("greedy", "gone"));
  all.push(run("greedy", "5"));

  client.abort();
  end("1");
  await expect(gone).rejects.toMatchObject({ kind: "aborted" });
  await turnOfLoop();
  expect(begun).toEqual(["1", "2", "3", "4", "5"]);
  for (const name of begun) end(name);
  await Promise.all(all);
});

test("a request that fails passes its place on", async () => {
  const few = new FewAtOnce();
  const failed = Array.from({ length: 20 }, () => few.run("greedy", () => Promise.reject(new Error("no"))));

  expect((await Promise.allSettled(failed)).map(({ status }) => status)).toEqual(failed.map(() => "rejected"));
  expect(await few.run("greedy", async () => "done")).toBe("done");
});
