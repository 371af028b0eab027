import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { prepareEnvironment } from "./prepare-environment.ts";

test("missing secrets are generated and stored readable only by their owner; a secret given directly or by a file is used", async () => {
  const folder = await mkdtemp(join(tmpdir(), "parley-prepare-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const database = join(folder, "database");
  await writeFile(database, "postgres://parley@localhost/parley\n");
  const given = {
    PARLEY_ADMIN_TOKEN_FILE: "/run/admin",
    PARLEY_SERVICE_TOKENS: "given-service-token",
    PARLEY_MASTER_KEYS: "",
    PARLEY_DATABASE_URL_FILE: database,
  };

  const { environment, postgres } = await prepareEnvironment(folder, given);

  const kept = JSON.parse(await readFile(join(folder, "secrets.json"), "utf8")) as Record<string, string>;
  expect(postgres).toBeUndefined();
  expect(environment).toMatchObject({ PARLEY_SERVICE_TOKENS: "given-service-token", PARLEY_MASTER_KEYS: kept.PARLEY_MASTER_KEYS });
  expect(environment.PARLEY_ADMIN_TOKEN).toBeUndefined();
  expect(environment.PARLEY_DATABASE_URL).toBeUndefined();
  expect((await stat(join(folder, "secrets.json"))).mode & 0o777).toBe(0o600);
});
