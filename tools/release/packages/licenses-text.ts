import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { LockedPackage } from "../sboms/locked-packages.ts";

const licenseFile = /^(?:licen[cs]e|copying|notice)(?:[.-]|$)/i;

/**
 * The licences of bundled packages, which must be distributed with them. For a package without a licence file, the text names the licence
 * in its manifest.
 */
export function licensesText(root: string, packages: readonly LockedPackage[]): string {
  const sections = packages.map(({ name, version, license, path }) => {
    const folder = join(root, path);
    const files = existsSync(folder)
      ? readdirSync(folder)
          .filter((file) => licenseFile.test(file))
          .toSorted()
      : [];
    const texts = files.map((file) => readFileSync(join(folder, file), "utf8").trim());
    return [`${name} ${version}, ${license ?? "see below"}`, ...texts].join("\n\n");
  });
  return `What is bundled here, each with its licence.\n\n${sections.join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}
