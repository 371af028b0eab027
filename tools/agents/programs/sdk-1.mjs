import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const client = new Client({ name: "try", version: "1" });
const transport = new StreamableHTTPClientTransport(new URL(process.env.URL), {
  requestInit: { headers: JSON.parse(process.env.HEADERS) },
});
await client.connect(transport);
const { tools } = await client.listTools();
const { content } = await client.callTool({ name: "search_operations", arguments: { query: "users" } });
console.log(JSON.stringify({ protocol: transport.protocolVersion, tools: tools.length, text: content[0].text }));
await client.close();
