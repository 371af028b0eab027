/** A generator of clients by somebody else, pinned. Commands run in a folder of their own, which has the documents, as its user would give them. */
export interface Generator {
  readonly name: string;
  readonly version: string;
  /** Programs on the PATH that it needs. */
  readonly needs: readonly string[];
  /** What is fetched for it, once; npm's and Python's are shared by all. */
  readonly kit?: "npm" | "python" | "progenitor";
  readonly generates: string;
  /** Compiles the client with the first call, or checks its types. */
  readonly compiles: string;
  /** The program of the first call, in `programs`, where it is put, and how it is run; absent for a client that is compiled only. */
  readonly program?: readonly [source: string, place: string];
  readonly runs?: string;
  /** Further files. */
  readonly files?: Readonly<Record<string, string>>;
  /** What its user must know, through no fault of the document. */
  readonly remark: string;
}

const [document, old] = ["openapi-without-webhooks.json", "openapi-3.0.json"];
export const documents = [document, old];

export const npmPackages = [
  "@hey-api/openapi-ts@0.99.0",
  "openapi-typescript@7.13.0",
  "openapi-fetch@0.17.0",
  "orval@8.38.0",
  "typescript@5.9.3",
  "esbuild@0.28.2",
  "@types/node@24.19.2",
];
export const pythonPackages = [
  "openapi-generator-cli==7.26.0",
  "openapi-python-client==0.29.1",
  "ruff==0.17.6",
  "pydantic",
  "urllib3",
  "python-dateutil",
];
const [openApiGenerator, oapi, ogen] = ["7.26.0", "2.8.2", "1.25.0"];
export const progenitor = "0.15.1";

const tsc =
  "tsc --noEmit --strict --skipLibCheck --target es2022 --module esnext --moduleResolution bundler --types node --typeRoots node_modules/@types";
const inTypescript = {
  kit: "npm",
  compiles: `${tsc} call.ts && esbuild call.ts --bundle --platform=node --format=esm --outfile=call.mjs --log-level=error`,
  runs: "node call.mjs",
} as const;
const inPython = { kit: "python", compiles: "python -m compileall -q client call.py", runs: "python call.py" } as const;
const inMaven = (folder: string, main: string) =>
  ({
    compiles: `cd ${folder} && mvn -q -Dmaven.test.skip=true compile dependency:build-classpath -Dmdep.outputFile=classpath.txt`,
    runs: `cd ${folder} && java -cp target/classes:$(cat classpath.txt) ${main}`,
  }) as const;

const goModule = { "go.mod": "module call\n\ngo 1.25\n" };

function openApi(language: string, properties = ""): Pick<Generator, "name" | "version" | "generates"> {
  const more = properties === "" ? "" : ` --additional-properties ${properties}`;
  return {
    name: `openapi-generator, ${language}`,
    version: openApiGenerator,
    generates: `openapi-generator-cli generate -g ${language} -i ${document} -o client${more}`,
  };
}

const dependency = (group: string, name: string, version: string) =>
  `<dependency><groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version></dependency>`;
const kotlin = "2.4.20";
const kotlinProject = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion><groupId>client</groupId><artifactId>client</artifactId><version>1</version>
  <dependencies>
    ${dependency("org.jetbrains.kotlin", "kotlin-stdlib", kotlin)}
    ${dependency("org.jetbrains.kotlin", "kotlin-reflect", kotlin)}
    ${dependency("com.squareup.moshi", "moshi-kotlin", "1.15.2")}
    ${dependency("com.squareup.okhttp3", "okhttp", "4.12.0")}
  </dependencies>
  <build><sourceDirectory>client/src/main/kotlin</sourceDirectory><plugins><plugin>
    <groupId>org.jetbrains.kotlin</groupId><artifactId>kotlin-maven-plugin</artifactId><version>${kotlin}</version>
    <executions><execution><goals><goal>compile</goal></goals></execution></executions>
  </plugin></plugins></build>
</project>
`;

const rustManifest = `[package]
name = "call"
version = "0.1.0"
edition = "2024"

[dependencies]
client = { path = "client" }
reqwest = { version = "0.13", default-features = false }
serde_json = "1"
tokio = { version = "1", features = ["macros", "rt-multi-thread"] }
`;

/** The generators, in the order of the page. */
export const generators: readonly Generator[] = [
  {
    name: "@hey-api/openapi-ts",
    version: "0.99.0",
    needs: ["npm"],
    ...inTypescript,
    generates: `openapi-ts -i ${document} -o client`,
    program: ["hey-api.ts.txt", "call.ts"],
    remark: "",
  },
  {
    name: "openapi-typescript, openapi-fetch",
    version: "7.13.0, 0.17.0",
    needs: ["npm"],
    ...inTypescript,
    generates: `openapi-typescript ${document} -o client.d.ts`,
    program: ["openapi-typescript.ts.txt", "call.ts"],
    remark: "",
  },
  {
    name: "orval",
    version: "8.38.0",
    needs: ["npm"],
    ...inTypescript,
    generates: "orval --config orval.config.mjs",
    files: {
      "orval.config.mjs": `const output = { target: "client.ts", client: "fetch", baseUrl: process.env.PARLEY_BASE_URL };\nexport default { parley: { input: "${document}", output } };\n`,
    },
    program: ["orval.ts.txt", "call.ts"],
    remark: "Set `baseUrl` in its configuration. Headers go with each call, or into a mutator.",
  },
  {
    ...openApi("typescript-fetch"),
    ...inTypescript,
    needs: ["npm", "python3", "java"],
    program: ["typescript-fetch.ts.txt", "call.ts"],
    remark: "An error is thrown with the response, whose body the caller reads.",
  },
  {
    ...openApi("java", "containerDefaultToNull=true"),
    ...inMaven("client", "FirstCall"),
    needs: ["python3", "java", "mvn"],
    program: ["java.java", "client/src/main/java/FirstCall.java"],
    remark: "Without `containerDefaultToNull=true` it sends `[]` for every list that is not set, which matches nothing.",
  },
  {
    ...openApi("kotlin", "packageName=client,serializationLibrary=moshi"),
    ...inMaven(".", "FirstCallKt"),
    needs: ["python3", "java", "mvn"],
    files: { "pom.xml": kotlinProject },
    program: ["kotlin.kt", "client/src/main/kotlin/FirstCall.kt"],
    remark: "",
  },
  {
    ...openApi("csharp", "packageName=Client"),
    needs: ["python3", "java", "dotnet"],
    compiles: "dotnet build client/src/Client",
    remark: "Compiled only.",
  },
  {
    ...openApi("go", "packageName=client,enumClassPrefix=true,isGoSubmodule=true"),
    needs: ["python3", "java", "go"],
    files: goModule,
    compiles: "rm -r client/test client/go.mod client/go.sum && go mod tidy && go build -o call .",
    runs: "./call",
    program: ["go.go", "main.go"],
    remark: "Without `enumClassPrefix=true` names of values collide.",
  },
  {
    ...openApi("rust", "packageName=client"),
    needs: ["python3", "java", "cargo"],
    files: { "Cargo.toml": rustManifest },
    compiles: "cargo build -q",
    runs: "$CARGO_TARGET_DIR/debug/call",
    program: ["rust.rs", "src/main.rs"],
    remark: "Its configuration has one value for both keys: set the headers at the HTTP client.",
  },
  {
    ...openApi("python", "packageName=client"),
    ...inPython,
    needs: ["python3", "java"],
    program: ["python.py", "client/call.py"],
    compiles: "python -m compileall -q client",
    runs: "python client/call.py",
    remark: "",
  },
  {
    name: "openapi-python-client",
    version: "0.29.1",
    needs: ["python3"],
    ...inPython,
    generates: `openapi-python-client generate --path ${document} --output-path client --meta none`,
    program: ["openapi-python-client.py", "call.py"],
    remark: "",
  },
  {
    name: "oapi-codegen",
    version: oapi,
    needs: ["go"],
    generates: `mkdir client && go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v${oapi} -generate types,client -package client -o client/client.go ${old}`,
    files: goModule,
    compiles: "go mod tidy && go build -o call .",
    runs: "./call",
    program: ["oapi-codegen.go", "main.go"],
    remark: "",
  },
  {
    name: "ogen",
    version: ogen,
    needs: ["go"],
    generates: `go run github.com/ogen-go/ogen/cmd/ogen@v${ogen} --config ogen.yml --package client --target client ${document}`,
    files: {
      ...goModule,
      "ogen.yml": 'generator:\n  ignore_not_implemented: ["all"]\n  features:\n    disable_all: true\n    enable: ["paths/client"]\n',
    },
    compiles: "go mod tidy && go build -o call .",
    runs: "./call",
    program: ["ogen.go", "main.go"],
    remark: 'Needs `ignore_not_implemented: ["all"]`, and leaves out a fifth of the operations, for unions that it does not know.',
  },
  {
    name: "progenitor",
    version: progenitor,
    needs: ["cargo"],
    kit: "progenitor",
    generates: `cargo progenitor -i ${old} -o client -n client -v 0.1.0`,
    files: { "Cargo.toml": rustManifest },
    compiles: "cargo build -q",
    runs: "$CARGO_TARGET_DIR/debug/call",
    program: ["progenitor.rs", "src/main.rs"],
    remark: "Knows no credentials: set the headers at the HTTP client.",
  },
];
