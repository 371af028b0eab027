import { freePort } from "../../libs/testing/src/free-port.ts";
import { type App, services } from "../services/services.ts";
import { variablesOf } from "./environment.ts";
import { Link } from "./link.ts";
import type { Environment } from "./program.ts";

/** A process of an installation; the second of a pair has the suffix `-2`. */
export type ProgramName = App | `${App}-2` | "all-in-one";

export interface Place {
  readonly app: App | "all-in-one";
  readonly opsPort: number;
  /** The environment with its ports. */
  readonly environment: Environment;
}

interface Places {
  readonly programs: ReadonlyMap<ProgramName, Place>;
  /** The common environment of all processes. */
  readonly environment: Environment;
  /** The address of each app: its own port, or that of the link in front of it. */
  readonly ports: ReadonlyMap<App, number>;
  readonly links: ReadonlyMap<App, Link>;
}

interface PlaceOptions {
  readonly apps: readonly App[];
  /** Whether there are two processes of each app behind one link. */
  readonly pairs: boolean;
  /** Whether there is a link, which can be disturbed, in front of each app. */
  readonly linked: boolean;
  readonly speaksTls: boolean;
}

const allApps = services.map(({ app }) => app);

/** Assigns a free port to everything. */
export async function placeSeparately({ apps, pairs, linked, speaksTls }: PlaceOptions): Promise<Places> {
  const programs = new Map<ProgramName, Place>();
  const links = new Map<App, Link>();
  const ports = new Map<App, number>();
  const environment: Record<string, string> = {};
  for (const app of allApps) {
    // The URL of an app that does not run here: nothing calls it, and nothing listens there.
    if (!apps.includes(app)) environment[`${variablesOf(app)}_URL`] = "http://127.0.0.1:9";
    else {
      const own = await Promise.all((pairs ? [app, `${app}-2` as const] : [app]).map(async (name) => [name, await freePort()] as const));
      for (const [name, port] of own) programs.set(name, await placeOf(app, port));
      if (linked) links.set(app, await Link.open(own.map(([, port]) => port)));
      const port = links.get(app)?.port ?? own[0]?.[1] ?? 0;
      ports.set(app, port);
      environment[`${variablesOf(app)}_URL`] = `${speaksTls ? "https" : "http"}://127.0.0.1:${port}`;
    }
  }
  return { programs, environment, ports, links };
}

/** Places everything in one process; the ports between its services stay internal. */
export async function placeTogether(): Promise<Places> {
  const port = await freePort();
  const environment = Object.fromEntries(allApps.map((app) => [`${variablesOf(app)}_PORT`, "0"]));
  const place = { ...(await placeOf("gateway", port)), app: "all-in-one" as const };
  return { programs: new Map([["all-in-one", place]]), environment, ports: new Map([["gateway", port]]), links: new Map() };
}

async function placeOf(app: App, port: number): Promise<Place> {
  const opsPort = await freePort();
  return { app, opsPort, environment: { [`${variablesOf(app)}_PORT`]: String(port), PARLEY_OPS_PORT: String(opsPort) } };
}
