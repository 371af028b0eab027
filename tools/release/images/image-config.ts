import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The runtime configuration of an OCI image. */
export interface ImageConfig {
  User?: string;
  WorkingDir?: string;
  Entrypoint?: readonly string[];
  Cmd?: readonly string[];
  StopSignal?: string;
  Env: string[];
  Labels: Record<string, string>;
  ExposedPorts: Record<string, object>;
  Volumes: Record<string, object>;
  /** A Docker extension that other engines ignore. */
  Healthcheck?: { readonly Test: readonly string[]; readonly Interval: number; readonly Timeout: number; readonly StartPeriod: number };
}

/**
 * The configuration of a target of `deploy/Dockerfile`, including that of its base stages, as an image builder would produce it. `values`
 * replace its ARGs.
 */
export function imageConfig(root: string, target: string, values: Readonly<Record<string, string>>): ImageConfig {
  const stages = new Map<string, ImageConfig>();
  let current: ImageConfig | undefined;
  for (const line of instructionsIn(readFileSync(join(root, "deploy/Dockerfile"), "utf8"))) {
    const [, base = "", stage = ""] = /^FROM (\S+) AS (\S+)/.exec(line) ?? [];
    if (stage === "") {
      if (current !== undefined) apply(current, line, values);
      continue;
    }
    current = structuredClone(stages.get(base) ?? empty());
    stages.set(stage, current);
  }
  const found = stages.get(target);
  if (found === undefined) throw new Error(`deploy/Dockerfile has no target ${target}.`);
  return found;
}

function empty(): ImageConfig {
  return { Env: ["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"], Labels: {}, ExposedPorts: {}, Volumes: {} };
}

function instructionsIn(text: string): string[] {
  return text
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll("\\\n", " ")
    .split("\n")
    .filter((line) => line.trim() !== "");
}

function apply(config: ImageConfig, line: string, values: Readonly<Record<string, string>>): void {
  const [, word = "", rest = ""] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
  switch (word) {
    case "LABEL":
      for (const [, name = "", value = ""] of rest.matchAll(/([\w.]+)="([^"]*)"/g)) {
        const given = value.replaceAll(/\$\{(\w+)\}/g, (_, argument: string) => values[argument] ?? "");
        // A builder image is unknown to what makes images without one.
        if (given !== "") config.Labels[name] = given;
      }
      break;
    case "ENV":
      for (const [pair] of rest.matchAll(/[A-Z_]+=\S+/g)) config.Env.push(pair);
      break;
    case "EXPOSE":
      for (const port of rest.trim().split(/\s+/)) config.ExposedPorts[`${port}/tcp`] = {};
      break;
    case "VOLUME":
      config.Volumes[rest.trim()] = {};
      break;
    case "USER":
      config.User = rest.trim();
      break;
    case "WORKDIR":
      config.WorkingDir = rest.trim();
      break;
    case "STOPSIGNAL":
      config.StopSignal = rest.trim();
      break;
    case "ENTRYPOINT":
      config.Entrypoint = JSON.parse(rest) as string[];
      break;
    case "CMD":
      config.Cmd = JSON.parse(rest) as string[];
      break;
    case "HEALTHCHECK":
      config.Healthcheck = healthcheckOf(rest);
      break;
    // These instructions affect files, which the archive already contains, or only the build.
    case "COPY":
    case "RUN":
    case "ARG":
      break;
    default:
      throw new Error(`deploy/Dockerfile has an instruction that the release does not support: ${line}`);
  }
}

function healthcheckOf(rest: string): NonNullable<ImageConfig["Healthcheck"]> {
  const nanoseconds = (option: string) => Number(new RegExp(`--${option}=(\\d+)s`).exec(rest)?.[1] ?? 0) * 1e9;
  const command = JSON.parse(rest.slice(rest.indexOf("["))) as string[];
  return {
    Test: ["CMD", ...command],
    Interval: nanoseconds("interval"),
    Timeout: nanoseconds("timeout"),
    StartPeriod: nanoseconds("start-period"),
  };
}
