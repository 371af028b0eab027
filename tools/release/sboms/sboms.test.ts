import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { cyclonedx, npmComponents } from "./cyclonedx.ts";
import { lockedPackages } from "./locked-packages.ts";

const packages = {
  "": { version: "1.0.0" },
  "apps/web": { dependencies: { ours: "1.0.0", direct: "1.0.0" }, devDependencies: { tool: "1.0.0" } },
  "libs/ours": { dependencies: { inner: "^2.0.0" } },
  "node_modules/ours": { link: true, resolved: "libs/ours" },
  "node_modules/direct": {
    version: "1.2.0",
    license: "MIT",
    integrity: "sha512-AAEC",
    dependencies: { inner: "^1.0.0" },
    optionalDependencies: { "native-arm": "1.0.0", "native-x64": "1.0.0" },
  },
  "node_modules/direct/node_modules/inner": { version: "1.9.0", license: "(MIT OR CC0-1.0)" },
  "node_modules/inner": { version: "2.0.0", license: "ISC" },
  "node_modules/native-arm": { version: "1.0.0", os: ["linux"], cpu: ["arm64"] },
  "node_modules/native-x64": { version: "1.0.0", os: ["linux"], cpu: ["x64"] },
  "node_modules/tool": { version: "1.0.0" },
  "node_modules/nobody-needs-it": { version: "1.0.0" },
};

test("a project's packages are found through workspaces and nested folders, for its platform, without development tools", () => {
  const named = (platform?: { os: string; cpu: string }) =>
    lockedPackages(locked(), ["apps/web"], platform).map(({ name, version }) => `${name}@${version}`);

  expect(named()).toEqual(["direct@1.2.0", "inner@1.9.0", "inner@2.0.0"]);
  expect(named({ os: "linux", cpu: "arm64" })).toEqual(["direct@1.2.0", "inner@1.9.0", "inner@2.0.0", "native-arm@1.0.0"]);
});

test("a bill of materials names each package with its digest and licence, and is the same for the same contents", () => {
  const subject = { type: "library", name: "web", version: "1.0.0" } as const;
  const bom = () => cyclonedx({ subject, components: npmComponents(lockedPackages(locked(), ["apps/web"])), timeMs: 0 });

  expect(bom()).toBe(bom());
  const { serialNumber, metadata, components } = JSON.parse(bom());
  expect(serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(metadata.timestamp).toBe("1970-01-01T00:00:00.000Z");
  expect(components[0]).toEqual({
    "bom-ref": "pkg:npm/direct@1.2.0",
    type: "library",
    name: "direct",
    version: "1.2.0",
    licenses: [{ expression: "MIT" }],
    hashes: [{ alg: "SHA-512", content: "000102" }],
    purl: "pkg:npm/direct@1.2.0",
  });
  const other = cyclonedx({ subject: { ...subject, version: "1.0.1" }, components: [], timeMs: 0 });
  expect(JSON.parse(other).serialNumber).not.toBe(serialNumber);
});

function locked(): string {
  const root = mkdtempSync(join(tmpdir(), "parley-lock-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  writeFileSync(join(root, "package-lock.json"), JSON.stringify({ packages }));
  return root;
}
