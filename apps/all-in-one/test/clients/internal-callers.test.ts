import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { tried } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DemoCredentials } from "../../src/demo/demo-credentials.ts";
import { seedDemo } from "../../src/demo/seed-demo.ts";
import { type Fence, fencesOf, repository } from "../guides/fences.ts";
import { findProgram } from "../support/find-program.ts";
import { type Parley, startParley } from "../support/parley.ts";

// The programs of the guide whose clients are generated, each with its own language's tools. What these download stays in their caches.
const withinMs = 900_000;
const cache = join(homedir(), ".cache/parley/internal-callers");
let parley: Parley;
let folder: string;
let demo: DemoCredentials;
let fences: Fence[];

beforeAll(async () => {
  parley = await startParley("all-in-one");
  folder = await mkdtemp(join(tmpdir(), "parley-internal-callers-"));
  demo = await seedDemo(folder, parley.url, { PARLEY_ADMIN_TOKEN: parley.adminToken, PARLEY_DATABASE_URL: parley.databaseUrl });
  fences = await fencesOf("libs/internal-callers.md");
});

afterAll(async () => {
  await parley?.stop();
  await rm(folder, { recursive: true, force: true });
});

test("grpc-go calls with the code that buf generates", { timeout: withinMs }, async () => {
  if (skips("Go", "go")) return;
  const own = await caller("go", {
    "buf.gen.yaml": text("yaml", "buf"),
    "main.go": text("go", "grpc"),
    "go.mod": "module caller\n\ngo 1.25\n",
  });
  const GOBIN = join(cache, "go");

  await run("go", ["install", "google.golang.org/protobuf/cmd/protoc-gen-go@v1.36.12"], own, { GOBIN });
  await run("go", ["install", "google.golang.org/grpc/cmd/protoc-gen-go-grpc@v1.6.2"], own, { GOBIN });
  await run(join(repository, "node_modules/.bin/buf"), ["generate"], own, { PATH: `${GOBIN}:${process.env.PATH}` });
  await run("go", ["mod", "tidy"], own);

  expect(await run("go", ["run", "."], own)).toBe("typo\n");
  saysTried("grpc-go", (await run("go", ["list", "-m", "-f", "{{.Version}}", "google.golang.org/grpc"], own)).trim().slice(1));
});

test("buf generates Go code of all protos without a word about packages", { timeout: withinMs }, async () => {
  if (skips("Go", "go")) return;
  const plugins = "version: v2\nplugins:\n  - local: protoc-gen-go\n    out: gen\n";
  const own = join(await caller("go-plain", {}), "protos");
  await writeFile(join(own, "buf.gen.yaml"), plugins);
  const GOBIN = join(cache, "go");

  await run("go", ["install", "google.golang.org/protobuf/cmd/protoc-gen-go@v1.36.12"], own, { GOBIN });
  await run(join(repository, "node_modules/.bin/buf"), ["generate"], own, { PATH: `${GOBIN}:${process.env.PATH}` });

  const made = await run("find", ["gen", "-name", "*.go"], own);
  expect(made).toContain("gen/google.golang.org/grpc/health/grpc_health_v1/health.pb.go");
  expect(made).toContain("gen/google.golang.org/grpc/reflection/grpc_reflection_v1/reflection.pb.go");
  saysTried("buf generate, protoc-gen-go", `${(await run(join(repository, "node_modules/.bin/buf"), ["--version"], own)).trim()}, 1.36.12`);
});

test("Connect's client for Python calls by its defaults", { timeout: withinMs }, async () => {
  if (skips("Python", "python3")) return;
  const home = join(cache, "python");
  const PATH = `${join(home, "bin")}:${process.env.PATH}`;
  const own = await caller("python", { "program.py": text("py", "connect") });
  await run("ln", ["-s", "protos", "proto"], own);

  await run("python3", ["-m", "venv", home], own);
  await run(join(home, "bin/pip"), ["install", "-q", "connectrpc==0.13.0", "grpcio-tools==1.84.0", "protobuf"], own);
  await run("sh", ["-ec", text("sh", "python")], own, { PATH });

  expect(await run(join(home, "bin/python"), ["program.py"], own)).toBe("typo\n");
  saysTried("connectrpc (Python)", "0.13.0", "Compresses what it sends.");
});

test("tonic calls with the client that it makes of the descriptor set", { timeout: withinMs }, async () => {
  if (skips("Rust", "cargo")) return;
  const files = { "Cargo.toml": text("toml"), "build.rs": text("rust", "build"), "src/main.rs": text("rust") };
  const own = await caller("rust", files);
  const descriptors = ["build", "proto", "--as-file-descriptor-set", "--output", join(own, "parley.binpb")];
  await run(join(repository, "node_modules/.bin/buf"), descriptors, repository);

  expect(await run("cargo", ["run", "-q"], own, { CARGO_TARGET_DIR: join(cache, "rust") })).toBe("typo\n");
  saysTried("tonic", /^tonic = \{ version = "([\d.]+)"/m.exec(text("toml"))?.[1] ?? "");
});

test("grpc-java calls with the code that Maven generates", { timeout: withinMs }, async () => {
  if (skips("Java", "mvn")) return;
  const own = await caller("java", { "pom.xml": text("xml"), "src/main/java/Main.java": text("java") });

  await run("mvn", ["-q", "-B", "compile"], own);

  const program = ["-q", "-B", "org.codehaus.mojo:exec-maven-plugin:3.1.0:java", "-Dexec.mainClass=Main"];
  // Maven colours what it prints.
  expect(await run("mvn", program, own)).toContain("typo\n");
  saysTried("grpc-java", /<grpc.version>([\d.]+)</.exec(text("xml"))?.[1] ?? "");
});

function saysTried(name: string, version: string, differs = ""): void {
  tried("gRPC and Connect", name, version, differs);
}

function skips(language: string, program: string): boolean {
  if (findProgram(program) !== undefined) return false;
  console.warn(`SKIPPED: the internal caller in ${language}, because there is no ${program} on the PATH.`);
  return true;
}

function text(language: string, tag = ""): string {
  const found = fences.find((fence) => fence.language === language && fence.tag === tag);
  if (found === undefined) throw new Error(`The guide has no block ${language} ${tag}.`);
  return found.body.replaceAll("localhost:8085", `127.0.0.1:${parley.rpcPorts.get("activity")}`);
}

/** A folder with these files, and the protos as they are packed. */
async function caller(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const own = join(folder, name);
  for (const part of ["parley", "google", "grpc"])
    await cp(join(repository, "proto", part), join(own, "protos", part), { recursive: true });
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(own, path)), { recursive: true });
    await writeFile(join(own, path), content);
  }
  return own;
}

async function run(program: string, parameters: readonly string[], cwd: string, more: NodeJS.ProcessEnv = {}): Promise<string> {
  const env = { ...process.env, PARLEY_API_KEY: demo.apiKey, SERVICE_TOKEN: parley.serviceToken, ...more };
  const { stdout } = await promisify(execFile)(program, parameters, { cwd, env, timeout: withinMs, maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}
