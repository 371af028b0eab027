import type { SealingKey } from "@parley/kernel";
import * as z from "zod";
import { type Setting, setting } from "./setting.ts";

const shape = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/]{43}=)$/;

/** `PARLEY_MASTER_KEYS`: `id:base64` of 32 bytes, comma-separated, newest first. The first one seals, all of them open. */
export function masterKeys(): Setting<readonly [SealingKey, ...SealingKey[]]> {
  return setting("PARLEY_MASTER_KEYS", {
    description: "Comma-separated id:base64 of 32 random bytes, newest first; make one with: echo k1:$(openssl rand -base64 32).",
    secret: true,
    schema: z.string("is required").transform((line, context) => {
      const keys: SealingKey[] = [];
      for (const item of line.split(",")) {
        const [, id, key] = shape.exec(item.trim()) ?? [];
        if (id === undefined || key === undefined) {
          context.addIssue({ code: "custom", message: "holds an entry that is not id:base64 of 32 bytes" });
          return z.NEVER;
        }
        if (keys.some((key) => key.id === id)) {
          context.addIssue({ code: "custom", message: `holds two keys with the id ${id}` });
          return z.NEVER;
        }
        keys.push({ id, key: Buffer.from(key, "base64") });
      }
      return keys as [SealingKey, ...SealingKey[]];
    }) as unknown as z.ZodType<readonly [SealingKey, ...SealingKey[]], string | undefined>,
  });
}
