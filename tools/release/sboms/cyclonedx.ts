import { createHash } from "node:crypto";
import type { LockedPackage } from "./locked-packages.ts";

/** A component of an artefact. */
export interface Component {
  readonly type: "application" | "library" | "container" | "platform" | "operating-system";
  readonly name: string;
  readonly version: string;
  readonly license?: string | undefined;
  readonly purl?: string;
  /** The SHA-512 digest in hex. */
  readonly digest?: string;
}

interface Bom {
  readonly subject: Component;
  readonly components: readonly Component[];
  readonly timeMs: number;
}

/**
 * A bill of materials in CycloneDX 1.6. The same contents always give the same text: the serial number is a digest of it, and its time is
 * that of the commit.
 */
export function cyclonedx({ subject, components, timeMs }: Bom): string {
  const refs = components.map((component) => refOf(component));
  const body = {
    version: 1,
    metadata: { timestamp: new Date(timeMs).toISOString(), component: { "bom-ref": refOf(subject), ...written(subject) } },
    components: components.map((component, index) => ({ "bom-ref": refs[index], ...written(component) })),
    dependencies: [{ ref: refOf(subject), dependsOn: [...new Set(refs)].filter((ref) => ref !== refOf(subject)).toSorted() }],
  };
  const head = {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify(body))}`,
  };
  return `${JSON.stringify({ ...head, ...body }, null, 2)}\n`;
}

/** The components of packages. A package that is in several folders is one component. */
export function npmComponents(packages: readonly LockedPackage[]): Component[] {
  const byPurl = new Map(packages.map((each) => [npmPurl(each.name, each.version), each]));
  return [...byPurl].map(([purl, { name, version, license, integrity }]) => {
    const component: Component = { type: "library", name, version, license, purl };
    return integrity === undefined
      ? component
      : { ...component, digest: Buffer.from(integrity.replace(/^sha512-/, ""), "base64").toString("hex") };
  });
}

export function npmPurl(name: string, version: string): string {
  return `pkg:npm/${name.replace("@", "%40")}@${encodeURIComponent(version)}`;
}

function refOf({ purl, name, version }: Component): string {
  return purl ?? `${name}@${version}`;
}

function written({ type, name, version, license, purl, digest }: Component): object {
  return {
    type,
    name,
    version,
    ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
    ...(digest === undefined ? {} : { hashes: [{ alg: "SHA-512", content: digest }] }),
    ...(purl === undefined ? {} : { purl }),
  };
}

// A name-based UUID of version 8, whose bits may be chosen freely.
function uuidOf(text: string): string {
  const digest = createHash("sha256").update(text).digest().subarray(0, 16);
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x80;
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80;
  return digest.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
