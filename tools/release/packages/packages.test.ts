import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path/posix";
import { expect, test } from "vitest";
import { workspaceRoot } from "../../workspace-root.ts";
import { deployEntries, released } from "./deploy-folder.ts";
import { linked, relativeLink, repository } from "./links.ts";

const filesOf = () => deployEntries(workspaceRoot, "1.2.3").flatMap((entry) => (entry.kind === "file" ? [entry] : []));

test("compose of a release builds nothing, and starts the images of its version unless another tag is set", () => {
  const text = released(readFileSync(join(workspaceRoot, "deploy/compose.yaml"), "utf8"), "1.2.3");

  expect(text.match(/parley(?:-all-in-one)?:\$\{PARLEY_IMAGE_TAG:-1\.2\.3\}/g)?.length).toBeGreaterThanOrEqual(2);
  expect(text).not.toMatch(/\bbuild\b.*:|--build|latest\}/);
  expect(text).toContain("docker run --rm parley:1.2.3 workspace/main.js make-secrets");
  expect(() => released("services: {}", "1.2.3")).toThrow("does not name its images as expected");
  expect(
    filesOf()
      .find(({ path }) => path === "deploy/compose.yaml")
      ?.content.toString(),
  ).toBe(text);
});

test("the archive for operators has the chart, its examples, the scripts and the promises, and nothing that builds images", () => {
  const paths = filesOf().map(({ path }) => path);

  expect(paths).toEqual(
    expect.arrayContaining([
      "deploy/helm/parley/Chart.yaml",
      "deploy/helm/examples/values.yaml",
      "deploy/upgrade-compose.sh",
      "tools/promises/README.md",
      "LICENSE",
    ]),
  );
  expect(paths.filter((path) => /Dockerfile|lay-out-image/.test(path))).toEqual([]);
});

test("every link of the operators' pages leads to a file next to them, or to the repository at the tag of the version", () => {
  const files = filesOf();
  const paths = files.map(({ path }) => path);
  const pages = files.filter(({ path }) => path.endsWith(".md")).map(({ path, content }) => ({ path, text: content.toString() }));
  const links = pages.flatMap(({ path, text }) =>
    [...text.matchAll(relativeLink)].map(([, link = ""]) => ({ path, target: normalize(join(dirname(path), link)) })),
  );
  const dangling = links.filter(({ target }) => !paths.some((path) => path === target || path.startsWith(`${target}/`)));

  expect(links.length).toBeGreaterThan(10);
  expect(dangling).toEqual([]);
  expect(pages.find(({ path }) => path === "deploy/operators.md")?.text).toContain(`](${repository}/blob/v1.2.3/tools/bench/README.md)`);
  expect(pages.find(({ path }) => path === "deploy/SECURITY.md")?.text).toContain("](../tools/promises/README.md)");
});

test("a page that stands alone links to the repository, and keeps its anchors and addresses", () => {
  const text = "[a](public.md#c) [d](#e) [f](https://example.org) [g](../h)";

  expect(linked({ version: "1.2.3" }, "deploy/CHANGELOG.md", text)).toBe(
    `[a](${repository}/blob/v1.2.3/deploy/public.md#c) [d](#e) [f](https://example.org) [g](${repository}/blob/v1.2.3/h)`,
  );
});
