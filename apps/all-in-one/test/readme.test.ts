import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { seedDemo } from "../src/demo/seed-demo.ts";
import { startParley } from "./parley.ts";

interface Step {
  readonly command: string;
  /** What the README shows as the answer; undefined where it shows none. */
  readonly answer: string | undefined;
}

test("the tour of the README runs as it is written, and the answers are those that it shows", async () => {
  await using parley = await startParley("all-in-one");
  const folder = await mkdtemp(join(tmpdir(), "parley-readme-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { apiKey, authToken } = await seedDemo(folder, parley.url, {
    PARLEY_ADMIN_TOKEN: parley.adminToken,
    PARLEY_DATABASE_URL: parley.databaseUrl,
  });
  const [setUp, ...steps] = await stepsOfTour();
  const prepared = (setUp?.command ?? "")
    .replace("pk_test_…", apiKey)
    .replace("sk_…", authToken)
    .replace("http://localhost:8080", parley.url);

  expect(steps.filter(({ answer }) => answer !== undefined).length).toBeGreaterThan(2);
  for (const { command, answer } of steps) {
    const printed = await shell(`${prepared}\n${command}`);
    if (answer !== undefined) expect(JSON.parse(printed), command).toEqual(JSON.parse(answer));
    else expect(JSON.parse(printed), command).toSatisfy((body: object) => "result" in body || "error" in body);
  }
  expect(await shell(`${prepared}\n${steps.at(-1)?.command}`)).toContain("groups");
});

async function stepsOfTour(): Promise<Step[]> {
  const text = await readFile(resolve(import.meta.dirname, "../../../README.md"), "utf8");
  const tour = text.slice(text.indexOf("## A tour"), text.indexOf("## The wire"));
  const blocks = [...tour.matchAll(/```(sh|json)\n([\s\S]*?)```/g)].map(([, kind, body = ""]) => ({ kind, body }));
  return blocks.flatMap(({ kind, body }, index) => {
    const next = blocks[index + 1];
    return kind === "sh" ? [{ command: body, answer: next?.kind === "json" ? next.body : undefined }] : [];
  });
}

async function shell(script: string): Promise<string> {
  return (await promisify(execFile)("sh", ["-c", script])).stdout;
}
