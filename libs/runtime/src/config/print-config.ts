import type { Module } from "../module/module.ts";
import { type Setting, settingsOf, textOf } from "../settings/setting.ts";
import { processSettings, readConfigs } from "./process-config.ts";

/** Every variable of these modules with its effective value, one per line, secrets masked. Fails with `ConfigError` as a start would. */
export function printConfig(modules: readonly Module[], environment: NodeJS.ProcessEnv): string {
  readConfigs(modules, environment);
  const shapes = [processSettings, ...modules.flatMap(({ config, serves }) => [config, ...(serves ? [{ port: serves.port }] : [])])];
  const settings = new Map(shapes.flatMap(settingsOf).map((setting) => [setting.name, setting]));
  return [...settings.values()]
    .map((setting) => `${setting.name}=${shown(setting, environment)}`)
    .sort()
    .join("\n");
}

function shown(setting: Setting<unknown>, environment: NodeJS.ProcessEnv): string {
  const given = textOf(setting, environment);
  if (given === undefined) return setting.defaultText ?? "";
  return setting.secret ? "(set, not shown)" : given;
}
