import { derivedFrom, type SealingKey, type SealingKeys } from "@parley/kernel";
import * as z from "zod";
import { type Setting, setting } from "./setting.ts";

const shape = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/]{43}=)$/;

/** `PARLEY_MASTER_KEYS`: `id:base64` of 32 bytes, comma-separated, newest first. The first one seals, all of them open. */
export function masterKeys(): Setting<SealingKeys> {
  return keysSetting(
    "PARLEY_MASTER_KEYS",
    "Comma-separated id:base64 of 32 random bytes, newest first; make one with: echo k1:$(openssl rand -base64 32). They open every sealed value: of separate processes only the workspace service needs them.",
    z.string("is required").transform(parsed),
  );
}

/** The same setting, optional. */
export function optionalMasterKeys(): Setting<SealingKeys | undefined> {
  return keysSetting("PARLEY_MASTER_KEYS", masterKeys().description, z.string().transform(parsed).optional());
}

/**
 * The two settings of a module that needs keys derived from the master keys: the derived keys themselves, or the master keys, for example
 * when the module shares its process with the workspace service.
 */
export function derivedKeySettings(name: `PARLEY_${string}_KEYS`) {
  const description = `Comma-separated id:base64 of keys derived from the master keys, in their order: \`main.js derive-keys\` of workspace prints them. Unset, they are derived from PARLEY_MASTER_KEYS.`;
  const problem = ({ masterKeys, derivedKeys }: Readonly<Record<string, unknown>>) =>
    masterKeys === undefined && derivedKeys === undefined ? `${name} is required. ${description}` : undefined;
  const schema = z.string().transform(parsed).optional();
  return {
    derivedKeys: { ...keysSetting<SealingKeys | undefined>(name, description, schema), problem },
    masterKeys: optionalMasterKeys(),
  };
}

/** The derived keys of a module with these settings. */
export function derivedKeysOf(
  { derivedKeys, masterKeys }: { readonly derivedKeys: SealingKeys | undefined; readonly masterKeys: SealingKeys | undefined },
  derive: (masterKey: SealingKey) => SealingKey,
): SealingKeys {
  if (derivedKeys !== undefined) return derivedKeys;
  if (masterKeys === undefined) throw new Error("Neither the derived keys nor the master keys were configured.");
  return derivedFrom(masterKeys, derive);
}

/** Keys as the text of these settings. */
export function keysText(keys: readonly SealingKey[]): string {
  return keys.map(({ id, key }) => `${id}:${key.toString("base64")}`).join(",");
}

function keysSetting<Keys>(name: string, description: string, schema: z.ZodType): Setting<Keys> {
  return setting(name, { description, secret: true, schema: schema as z.ZodType<Keys, string | undefined> });
}

function parsed(line: string, context: z.RefinementCtx): SealingKeys {
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
}
