import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { seedDemo } from "../src/demo/seed-demo.ts";
import { startParley } from "./parley.ts";

const repository = resolve(import.meta.dirname, "../../..");

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

test("the services answer the direct calls that the README shows, by curl and by a plain gRPC client", async () => {
  await using parley = await startParley("all-in-one");
  const folder = await mkdtemp(join(tmpdir(), "parley-readme-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { apiKey } = await seedDemo(folder, parley.url, { PARLEY_ADMIN_TOKEN: parley.adminToken, PARLEY_DATABASE_URL: parley.databaseUrl });
  const blocks = blocksOf(await section("## Call the services directly", "## The rooms"));
  const [call, snippet] = [blocks[1], blocks.at(-1)].map((block) =>
    block?.body.replace("localhost:8085", `127.0.0.1:${parley.rpcPorts.get("activity")}`),
  );
  const environment = { ...process.env, API_KEY: apiKey, SERVICE_TOKEN: parley.serviceToken };

  const { stdout: answer } = await promisify(execFile)("sh", ["-c", call ?? ""], { env: environment });
  const { stdout: read } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", snippet ?? ""], {
    env: environment,
    cwd: repository,
  });

  expect(JSON.parse(answer)).toEqual(JSON.parse(blocks[2]?.body ?? ""));
  expect(read).toContain("userId: 'carol'");
});

async function stepsOfTour(): Promise<Step[]> {
  const blocks = blocksOf(await section("## A tour", "## The wire"));
  return blocks.flatMap(({ kind, body }, index) => {
    const next = blocks[index + 1];
    return kind === "sh" ? [{ command: body, answer: next?.kind === "json" ? next.body : undefined }] : [];
  });
}

async function section(from: string, to: string): Promise<string> {
  const text = await readFile(join(repository, "README.md"), "utf8");
  return text.slice(text.indexOf(from), text.indexOf(to));
}

function blocksOf(text: string): { kind: string | undefined; body: string }[] {
  return [...text.matchAll(/```(sh|json|js)\n([\s\S]*?)```/g)].map(([, kind, body = ""]) => ({ kind, body }));
}

async function shell(script: string): Promise<string> {
  return (await promisify(execFile)("sh", ["-c", script])).stdout;
}
