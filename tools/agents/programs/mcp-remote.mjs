import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const headers = Object.entries(JSON.parse(process.env.HEADERS)).flatMap(([name, value]) => ["--header", `${name}:${value}`]);
const args = [process.env.URL, "--allow-http", ...headers];
const client = new Client({ name: "try", version: "1" });
await client.connect(new StdioClientTransport({ command: "node_modules/.bin/mcp-remote", args, stderr: "inherit" }));
const { tools } = await client.listTools();
const { content } = await client.callTool({ name: "search_operations", arguments: { query: "users" } });
console.log(JSON.stringify({ protocol: null, tools: tools.length, text: content[0].text }));
await client.close();
