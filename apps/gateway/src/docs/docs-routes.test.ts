import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { headerNames } from "../credentials/credential-check.ts";
import { gatewaySettings } from "../http/settings.ts";
import { fileOf } from "./built-page.ts";
import { defaultSettings, pagesFor } from "./default-document.ts";
import { docsRoutes } from "./docs-routes.ts";

/** A folder in which each page of the reference says that it was built. */
function buildOf(): URL {
  const folder = mkdtempSync(join(tmpdir(), "built-pages-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const page of pagesFor()) {
    writeFileSync(join(folder, fileOf(page)), `${page.path} as built`);
    for (const coding of ["br", "gz"]) writeFileSync(join(folder, `${fileOf(page)}.${coding}`), `${page.path} as built and in ${coding}`);
  }
  return pathToFileURL(`${folder}/`);
}

function serverOf({ prefix = "x-svc-", ...changed }: { prefix?: string; maxBodyBytes?: number } = {}) {
  const server = Fastify();
  const { maxBodyBytes, maxJsonDepth } = defaultSettings;
  const settings = { docs: true, maxBodyBytes, maxJsonDepth, ...changed };
  for (const { path, handle } of docsRoutes(settings, headerNames(prefix), buildOf())) server.get(path, handle as () => unknown);
  return server;
}

test("with default settings every page of the reference comes from the build, plain or compressed", async () => {
  const server = serverOf();

  for (const { path } of pagesFor()) {
    expect((await server.inject(path)).body).toBe(`${path} as built`);
    for (const [accepted, coding] of [
      ["gzip, deflate, br, zstd", "br"],
      ["gzip", "gz"],
      ["gzip;q=1.0, br;q=0", "gz"],
    ] as const) {
      const { rawPayload } = await server.inject({ url: path, headers: { "accept-encoding": accepted } });
      expect(rawPayload.toString()).toBe(`${path} as built and in ${coding}`);
    }
  }
});

test("with other settings the document says what they are", async () => {
  const { body: ofPrefix } = await serverOf({ prefix: "x-acme-" }).inject("/openapi.json");
  const { body: ofBytes } = await serverOf({ maxBodyBytes: 2_097_152 }).inject("/openapi.json");

  expect(ofPrefix).toContain("x-acme-api-key");
  expect(ofBytes).not.toContain("as built");
});

test("a build makes the pages for what a gateway has by default", () => {
  const { headerPrefix, maxBodyBytes, maxJsonDepth } = gatewaySettings;

  expect(defaultSettings).toEqual({
    names: headerNames(headerPrefix.schema.parse(undefined)),
    maxBodyBytes: maxBodyBytes.schema.parse(undefined),
    maxJsonDepth: maxJsonDepth.constant,
  });
});
