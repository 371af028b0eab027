import { existsSync, readFileSync } from "node:fs";
import type { FastifyPluginAsync } from "fastify";
import Fastify from "fastify";

const name = "reference.js";

/** The script of the reference page (Scalar), compressed if a build has put the compressed form beside the bundle. */
export async function referenceScript(): Promise<{ readonly plain: Buffer; readonly gzip?: Buffer }> {
  const beside = new URL(`./docs-assets/${name}`, import.meta.url);
  if (!existsSync(beside)) return { plain: await scriptOfPackage() };
  return { plain: readFileSync(beside), gzip: readFileSync(new URL(`${beside}.gz`)) };
}

/** Extracts the script from its package, which is a plugin that serves it. Called when running from sources, and once by a build. */
export async function scriptOfPackage(): Promise<Buffer> {
  const server = Fastify();
  const { default: scalar } = (await import("@scalar/fastify-api-reference")) as { default: FastifyPluginAsync<Record<string, unknown>> };
  await server.register(scalar, {
    routePrefix: "/",
    configuration: { content: { openapi: "3.1.0", info: { title: "", version: "" }, paths: {} } },
  });
  const { rawPayload } = await server.inject("/js/scalar.js");
  await server.close();
  return rawPayload;
}
