import { type ConfigShape, type Module, processSettings, type Setting } from "@parley/runtime";

interface Row {
  readonly name: string;
  readonly default: string;
  readonly readBy: readonly string[];
  readonly meaning: string;
}

/** Every variable that these modules and all-in-one read, as a page of Markdown: generated from the declarations, so that none is missing. */
export function variablesPage(modules: readonly Module[], allInOne: ConfigShape): string {
  const own = modules.flatMap(({ name, config, serves }) =>
    [...Object.values(config), ...(serves === undefined ? [] : [serves.port])].map((setting) => ({ module: name, setting })),
  );
  const byName = Map.groupBy(own, ({ module, setting }) => commonName(setting, module));
  const rows = [...byName].map(([name, found]) => rowOf(name, found[0]?.setting, [...new Set(found.map(({ module }) => module))]));
  const shared = rows.filter(({ readBy }) => readBy.length > 1);
  const sections = [
    ["Every process", Object.values(processSettings).map((setting) => rowOf(`\`${setting.name}\``, setting, []))],
    ["Several services", shared],
    ...modules.map(({ name }) => [name, rows.filter(({ readBy }) => readBy.length === 1 && readBy[0] === name)] as const),
    ["all-in-one", Object.values(allInOne).map((setting) => rowOf(`\`${setting.name}\``, setting, []))],
    ["Commands alone", ofCommandsAlone(modules)],
  ] as const;
  return [opening, ...sections.filter(([, found]) => found.length > 0).map(([title, found]) => `## ${title}\n\n${table(found)}`)].join(
    "\n",
  );
}

// What a program does not read when it serves.
function ofCommandsAlone(modules: readonly Module[]): Row[] {
  const served = new Set(
    [processSettings, ...modules.map(({ config }) => config)].flatMap((shape) => Object.values(shape).map(({ name }) => name)),
  );
  const settings = modules.flatMap(({ commands = {} }) => Object.values(commands).flatMap(({ config }) => Object.values(config)));
  const own = new Map(settings.filter(({ name }) => !served.has(name)).map((setting) => [setting.name, setting]));
  return [...own].map(([name, setting]) => rowOf(`\`${name}\``, setting, []));
}

const opening = `# Variables

Written by \`node tools/deploy/variables.ts\` from what the programs declare. An empty variable counts as unset. Every one may be given by a file
instead, named by the same variable with \`_FILE\` behind it, which is for secrets. Besides these: \`PARLEY_<SERVICE>_URL\` for each service that a process
calls and does not hold, and the standard \`OTEL_*\` of traces.
`;

// `PARLEY_USERS_DATABASE_URL`, for which `PARLEY_DATABASE_URL` stands in, is one of a kind that every service has.
function commonName({ name, fallbackName }: Setting<unknown>, module: string): string {
  if (fallbackName === undefined) return `\`${name}\``;
  const service = module.toUpperCase().replaceAll("-", "_");
  return `\`${fallbackName}\`, \`${name.replace(`PARLEY_${service}_`, "PARLEY_<SERVICE>_")}\``;
}

function rowOf(name: string, setting: Setting<unknown> | undefined, readBy: readonly string[]): Row {
  const fallback = setting?.schema.safeParse(undefined).success ? (setting.defaultText ?? "") || "unset" : "required";
  return { name, default: fallback, readBy, meaning: `${setting?.description}${setting?.secret ? " Secret." : ""}` };
}

function table(rows: readonly Row[]): string {
  const withReaders = rows.some(({ readBy }) => readBy.length > 1);
  const head = ["Variable", "Default", ...(withReaders ? ["Read by"] : []), "Meaning"];
  const lines = rows.map((row) => [row.name, row.default, ...(withReaders ? [row.readBy.join(", ")] : []), row.meaning]);
  const widths = head.map((title, column) => Math.max(title.length, ...lines.map((line) => line[column]?.length ?? 0)));
  const text = (cells: readonly string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |\n`;
  return [text(head), text(widths.map((width) => "-".repeat(width))), ...lines.map(text)].join("");
}
