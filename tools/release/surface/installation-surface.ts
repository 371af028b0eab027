import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ConfigShape, processSettings, type Setting } from "@parley/runtime";
import { isMap, parseDocument, stringify, type YAMLMap } from "yaml";
import { modules } from "../../../apps/all-in-one/src/modules.ts";
import { allInOneSettings } from "../../../apps/all-in-one/src/settings.ts";
import { commands } from "../../../apps/cli/src/program.ts";
import { exitCodes } from "../../../apps/cli/src/terminal/exit-codes.ts";
import { Terminal } from "../../../apps/cli/src/terminal/terminal.ts";
import { chartFolder } from "../../deploy/chart.ts";
import { declaredMetrics } from "../../observability/declared-metrics.ts";
import { membersOf, nameOf, type Schema } from "./forms.ts";
import { defaultMark, required, type Things } from "./surface.ts";

/** The RPCs of each service. buf compares the fields of messages. */
export function rpcSurface(): Things {
  const services = modules.flatMap(({ serves }) => serves?.services ?? []);
  return Object.fromEntries(
    services.map(({ typeName, methods }) => [
      typeName,
      Object.fromEntries(
        methods.map(({ name, methodKind, input, output }) => [name, `${methodKind}: ${input.typeName} to ${output.typeName}`]),
      ),
    ]),
  );
}

/** The environment variables that programs read, with their defaults. */
export function settingsSurface(): Things {
  const shapes = modules.map(({ name, config, serves, commands: own = {} }): [string, readonly Setting<unknown>[]] => {
    const ofCommands = Object.values(own).flatMap(({ config: shape }) => settingsIn(shape));
    return [name, [...settingsIn(config), ...ofCommands, ...(serves === undefined ? [] : [serves.port as Setting<unknown>])]];
  });
  const all = [["every process", settingsIn(processSettings)], ...shapes, ["all-in-one", settingsIn(allInOneSettings(false))]] as const;
  return Object.fromEntries(all.map(([name, settings]) => [name, Object.assign({}, ...settings.map(settingMembers))]));
}

function settingsIn(shape: ConfigShape): readonly Setting<unknown>[] {
  return Object.values(shape);
}

function settingMembers({ name, schema, defaultText }: Setting<unknown>): Record<string, string> {
  if (!schema.safeParse(undefined).success) return { [name]: `${required}variable` };
  return { [name]: "variable", [`${name}${defaultMark}`]: defaultText || "unset" };
}

/** The values of the chart: their types from its schema, and their defaults from its `values.yaml`. */
export function chartSurface(): Things {
  const schema = JSON.parse(readFileSync(join(chartFolder, "values.schema.json"), "utf8")) as Schema & {
    definitions?: Record<string, Schema>;
  };
  const definitions = Object.entries(schema.definitions ?? {}).map(
    ([name, form]) => [`form ${nameOf(name)}`, membersOf(form, "sent")] as const,
  );
  const defaults = defaultsIn(parseDocument(readFileSync(join(chartFolder, "values.yaml"), "utf8")).contents as YAMLMap, "");
  return { values: { ...membersOf(schema, "sent"), ...Object.fromEntries(defaults) }, ...Object.fromEntries(definitions) };
}

function defaultsIn(map: YAMLMap, path: string): [string, string][] {
  return map.items.flatMap(({ key, value }): [string, string][] => {
    const name = `${path}${String(key)}`;
    if (isMap(value) && value.items.length > 0) return defaultsIn(value, `${name}.`);
    return [[`${name}${defaultMark}`, stringify(value, { collectionStyle: "flow", lineWidth: 0 }).trim()]];
  });
}

/** The metrics with their labels. */
export async function metricsSurface(): Promise<Things> {
  const own = [...(await declaredMetrics())].filter(([name]) => name.startsWith("parley_"));
  return Object.fromEntries(own.map(([name, labels]) => [name, Object.fromEntries(labels.map((label) => [label, "label"]))]));
}

export function exitCodesSurface(): Things {
  return { parley: Object.fromEntries(Object.entries(exitCodes).map(([name, code]) => [name, String(code)])) };
}

type Command = ReturnType<typeof commands>;

/** The commands with their arguments and options. */
export function commandsSurface(): Things {
  const things: Record<string, Record<string, string>> = {};
  const visit = (command: Command, path: string) => {
    const options = command.options.map(({ long, short, flags, mandatory }) => [
      long ?? short ?? flags,
      `${mandatory ? required : ""}option`,
    ]);
    const parameters = command.registeredArguments.map((argument) => [
      `<${argument.name()}>`,
      `${argument.required ? required : ""}argument`,
    ]);
    things[path] = Object.fromEntries([...options, ...parameters]);
    for (const inner of command.commands) visit(inner, `${path} ${inner.name()}`);
  };
  visit(
    commands(new Terminal({ json: true }), () => undefined),
    "parley",
  );
  return things;
}
