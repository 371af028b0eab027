import { execFile } from "node:child_process";
import { access, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const downloadTimeoutMs = 10 * 60_000;

/**
 * The folder with Kafka's own jars of this version, fetched once from Maven Central by Maven and kept in the user's cache. Fails when Java
 * or Maven is missing, or when the version is not available.
 */
export async function kafkaJars(version: string): Promise<string> {
  const home = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "parley", `kafka-${version}`);
  if (await exists(home)) return home;
  await Promise.all([run("java", ["-version"]), run("mvn", ["--version"])]);

  await mkdir(dirname(home), { recursive: true });
  const stage = await mkdtemp(`${home}-unfinished-`);
  try {
    await writeFile(join(stage, "pom.xml"), pom(version));
    const options = ["--batch-mode", "--quiet", "dependency:copy-dependencies", "-DoutputDirectory=.", "-DincludeScope=runtime"];
    await run("mvn", options, { cwd: stage, timeout: downloadTimeoutMs }).catch((error: unknown) => {
      throw new Error(`Maven could not fetch Kafka ${version}: ${firstComplaint(error)}`);
    });
    // The rename makes the folder appear whole; another run may have been first.
    await rename(stage, home).catch(async (error: unknown) => {
      if (!(await exists(home))) throw error;
    });
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
  return home;
}

// Maven writes errors to standard output.
function firstComplaint(error: unknown): string {
  const said = error instanceof Error && "stdout" in error ? String(error.stdout) : "";
  return /\[ERROR\] (.{1,300})/.exec(said)?.[1] ?? String(error);
}

// Kafka logs through slf4j; without a binding it would not report why it fails to start.
const pom = (version: string) => `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>parley</groupId>
  <artifactId>kafka-broker</artifactId>
  <version>1</version>
  <dependencies>
    <dependency><groupId>org.apache.kafka</groupId><artifactId>kafka_2.13</artifactId><version>${version}</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-simple</artifactId><version>1.7.36</version></dependency>
  </dependencies>
</project>
`;

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
