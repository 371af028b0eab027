/** A client of agents by somebody else, pinned, with a program that lists the tools and calls one. Commands run in a folder of its own. */
export interface AgentClient {
  readonly name: string;
  readonly version: string;
  readonly needs: string;
  readonly program: readonly [source: string, place: string];
  /** Fetches and builds; the files are in place before. */
  readonly prepares: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly runs: string;
  readonly remark: string;
}

type Kit = Pick<AgentClient, "needs" | "program" | "prepares" | "runs" | "files">;

const moduleManifest = { "package.json": '{ "private": true, "type": "module" }\n' };

function node(source: string, packages: string, environment = ""): Kit {
  const prepares = `npm install --no-audit --no-fund ${packages}`;
  return { needs: "npm", program: [source, source], prepares, runs: `${environment}node ${source}`, files: moduleManifest };
}

function python(source: string, name: string): Kit {
  return {
    needs: "python3",
    program: [source, source],
    prepares: `python3 -m venv . && bin/pip install -q ${name}`,
    runs: `bin/python ${source}`,
  };
}

function go(source: string, name: string): Kit {
  const prepares = `go get ${name} && go mod tidy && go build -o program .`;
  return { needs: "go", program: [source, "main.go"], prepares, runs: "./program", files: { "go.mod": "module try\n\ngo 1.25\n" } };
}

const rustManifest = `[package]
name = "try"
version = "0.1.0"
edition = "2024"

[dependencies]
rmcp = { version = "=3.11.0", features = ["client", "transport-streamable-http-client-reqwest"] }
serde_json = "1"
tokio = { version = "1", features = ["full"] }
`;

const [first, second] = ["@modelcontextprotocol/sdk@1.32.2", "@modelcontextprotocol/client@2.4.0"];

export const clients: readonly AgentClient[] = [
  { name: "@modelcontextprotocol/sdk", version: "1.32.2", ...node("sdk-1.mjs", first), remark: "" },
  {
    name: "@modelcontextprotocol/client",
    version: "2.4.0",
    ...node("client-2.mjs", second, "MODE=legacy "),
    remark: "Its default, `legacy`.",
  },
  {
    name: "@modelcontextprotocol/client, auto",
    version: "2.4.0",
    ...node("client-2.mjs", second, "MODE=auto "),
    remark: 'With `versionNegotiation: { mode: "auto" }`.',
  },
  { name: "mcp (Python) 1", version: "1.30.0", ...python("mcp-1.py", "mcp==1.30.0"), remark: "" },
  { name: "mcp (Python) 2", version: "2.3.0", ...python("mcp-2.py", "mcp==2.3.0"), remark: "" },
  { name: "fastmcp (Python)", version: "4.2.3", ...python("fastmcp-4.py", "fastmcp==4.2.3"), remark: "" },
  { name: "go-sdk", version: "1.8.0", ...go("go-sdk.go", "github.com/modelcontextprotocol/go-sdk@v1.8.0"), remark: "" },
  { name: "mcp-go", version: "1.2.1", ...go("mcp-go.go", "github.com/mark3labs/mcp-go@v1.2.1"), remark: "" },
  {
    name: "rmcp (Rust)",
    version: "3.11.0",
    needs: "cargo",
    program: ["rmcp.rs", "src/main.rs"],
    files: { "Cargo.toml": rustManifest },
    prepares: "cargo build -q",
    runs: "target/debug/try",
    remark: "",
  },
  {
    name: "inspector --cli",
    version: "2.12.0",
    ...node("inspector.mjs", "@modelcontextprotocol/inspector@2.12.0"),
    remark: "Needs `--header` twice.",
  },
  { name: "mcp-remote", version: "0.15.1", ...node("mcp-remote.mjs", `mcp-remote@0.15.1 ${first}`), remark: "Needs `--header` twice." },
];
