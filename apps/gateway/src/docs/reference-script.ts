import type { FastifyPluginAsync } from "fastify";
import Fastify from "fastify";
import { builtContent, type Content } from "./built-page.ts";

export const scriptPath = "/docs/reference.js";

/** The script of the reference page (Scalar): from the build, or from its package when running from sources. */
export async function referenceScript(): Promise<Content> {
  return builtContent({ path: scriptPath }) ?? { plain: await scriptOfPackage() };
}

// Zod, of which the script has a copy, tries whether it may compile code: the page's content policy forbids it, and Firefox reports each try.
const noCompiling = "globalThis.__zod_globalConfig={jitless:true};";

/** Extracts the script from its package, which is a plugin that serves it. */
async function scriptOfPackage(): Promise<Buffer> {
  const server = Fastify();
  const { default: scalar } = (await import("@scalar/fastify-api-reference")) as { default: FastifyPluginAsync<Record<string, unknown>> };
  await server.register(scalar, {
    routePrefix: "/",
    configuration: { content: { openapi: "3.1.0", info: { title: "", version: "" }, paths: {} } },
  });
  const { rawPayload } = await server.inject("/js/scalar.js");
  await server.close();
  return Buffer.concat([Buffer.from(noCompiling), rawPayload]);
}
