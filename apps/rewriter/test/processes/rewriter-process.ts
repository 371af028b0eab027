import { registerHooks } from "node:module";
import "@parley/testing/process-constants";

// The rewriter as its own process, so that all its output can be read. It reports which of the providers' SDKs are loaded, and when.
const sdks = ["openai", "@anthropic-ai/sdk", "@google/generative-ai"];

registerHooks({
  resolve(specifier, context, next) {
    if (sdks.includes(specifier)) process.stdout.write(`loaded ${specifier}\n`);
    return next(specifier, context);
  },
});

const { main } = await import("@parley/runtime");
const { rewriterModule } = await import("../../src/module.ts");
const { keySource } = await import("../key-source.ts");

const keys = JSON.parse(process.env.TEST_KEYS ?? "[]") as [string, string][];
await main([keySource(new Map(keys)), rewriterModule]);
