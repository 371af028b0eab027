import { spawnSync } from "node:child_process";
import { satisfies } from "semver";
import * as z from "zod";
import { installedIn, type LockFile } from "./lock-file.ts";

const days = z.iso.date();

const file = z.strictObject({
  /** When the list of known advisories was last compared with what is published. */
  read: days,
  known: z.array(z.strictObject({ package: z.string(), vulnerable: z.string(), advisory: z.string() })),
  /** Advisories that do not concern Parley, until a day at most. */
  accepted: z.array(z.strictObject({ advisory: z.string(), because: z.string(), until: days })),
});

/** `advisories.json`. */
type KeptAdvisories = z.infer<typeof file>;

export function readAdvisories(content: unknown): KeptAdvisories {
  return file.parse(content);
}

interface Advisory {
  readonly package: string;
  readonly vulnerable: string;
  readonly advisory: string;
}

/** The locked packages within an advisory, except for those that are accepted on this day. */
export function advisoryProblems(lock: LockFile, advisories: readonly Advisory[], { accepted }: KeptAdvisories, today: string): string[] {
  const isAccepted = (advisory: string) => accepted.some((each) => each.advisory === advisory && today <= each.until);
  return installedIn(lock).flatMap(({ path, name, version = "" }) =>
    advisories
      .filter((each) => each.package === name && satisfies(version, each.vulnerable, { includePrerelease: true }))
      .filter(({ advisory }) => !isAccepted(advisory))
      .map(({ advisory, vulnerable }) => `${path} ${version} is within ${advisory} (${vulnerable}).`),
  );
}

const report = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({ via: z.array(z.union([z.string(), z.object({ name: z.string(), range: z.string(), url: z.string() })])) }),
  ),
});

/** The advisories about locked packages that the registry tells; the reason if it tells none. */
export function publishedAdvisories(root: string): readonly Advisory[] | string {
  const said = npmAudit(root);
  const read = report.safeParse(said);
  if (!read.success) return reasonIn(said);
  return Object.values(read.data.vulnerabilities)
    .flatMap(({ via }) => via.filter((each) => typeof each !== "string"))
    .map(({ name, range, url }) => ({ package: name, vulnerable: range, advisory: url.slice(url.lastIndexOf("/") + 1) }));
}

// npm exits with an error both when it finds something and when the registry does not answer; what it prints tells which.
function npmAudit(root: string): unknown {
  const { stdout } = spawnSync("npm", ["audit", "--json", "--package-lock-only"], {
    cwd: root,
    encoding: "utf8",
    timeout: 60_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  try {
    return JSON.parse(stdout);
  } catch {
    return { message: "npm audit printed no report" };
  }
}

function reasonIn(said: unknown): string {
  const { message } = z.object({ message: z.string().default("npm audit printed something else") }).parse(said ?? {});
  return message;
}
