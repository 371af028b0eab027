import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

const client = new Client({ name: "try", version: "1" }, { versionNegotiation: { mode: process.env.MODE } });
const transport = new StreamableHTTPClientTransport(new URL(process.env.URL), {
  requestInit: { headers: JSON.parse(process.env.HEADERS) },
});
await client.connect(transport);
const { tools } = await client.listTools();
const { content } = await client.callTool({ name: "search_operations", arguments: { query: "users" } });
console.log(JSON.stringify({ protocol: client.getNegotiatedProtocolVersion(), tools: tools.length, text: content[0].text }));
await client.close();
