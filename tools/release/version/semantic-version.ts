const form = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?$/;

/** The sentence that says why a text is not a version that every registry accepts; undefined if it is one. */
export function versionProblem(version: string | undefined): string | undefined {
  if (version === undefined) return "Name the version: --version 1.2.3.";
  if (!form.test(version)) return `${version} is not a semantic version: write it as 1.2.3.`;
  // Python, Go and npm write pre-releases in three different ways.
  return version.includes("-")
    ? `${version}: a release consists of three numbers only, because npm, Python and Go write any suffix differently.`
    : undefined;
}

/** Whether one version is at least as high as another. */
export function isAtLeast(version: string, other: string): boolean {
  const [a, b] = [version, other].map((each) => each.split(".").map(Number));
  const index = [0, 1, 2].find((each) => a?.[each] !== b?.[each]) ?? 2;
  return (a?.[index] ?? 0) >= (b?.[index] ?? 0);
}
