import { execFileSync } from "node:child_process";

const headers = Object.entries(JSON.parse(process.env.HEADERS)).flatMap(([name, value]) => ["--header", `${name}: ${value}`]);
const ask = (...more) => {
  const parameters = ["--cli", process.env.URL, "--transport", "http", ...headers, ...more];
  return JSON.parse(
    execFileSync("node_modules/.bin/mcp-inspector", parameters, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }),
  );
};
const { tools } = ask("--method", "tools/list");
const { content } = ask("--method", "tools/call", "--tool-name", "search_operations", "--tool-arg", "query=users");
console.log(JSON.stringify({ protocol: null, tools: tools.length, text: content[0].text }));
