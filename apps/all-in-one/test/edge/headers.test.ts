import { once } from "node:events";
import { expect, test } from "vitest";
import { startParley } from "../support/parley.ts";
import { useWorkspace } from "../support/use-workspace.ts";
import { RawConnection } from "./raw-connection.ts";

const { parley, workspace } = useWorkspace();

const get = (path: string, headers: Record<string, string> = {}) => fetch(parley.url + path, { headers });

test("no response of an operation, including errors, may be cached or interpreted as another type", async () => {
  const { customer, owner, apiKey } = workspace;
  const answers = [
    await owner.post("/v2/workspace/authtokens/get", { apiKey }),
    await customer.post("/v2/organizations/get", { wrong: 1 }),
    await customer.as({}).post("/v2/organizations/get", {}),
    await customer.post("/v2/nothing", {}),
    await customer.send("/v2/organizations/get", undefined, { method: "GET" }),
  ];

  expect(answers.map(({ status }) => status)).toEqual([200, 400, 401, 404, 405]);
  for (const { headers } of answers) expect(headers).toMatchObject({ "cache-control": "no-store", "x-content-type-options": "nosniff" });
});

test("the same holds for bytes that are not HTTP, and for an expectation that cannot be met", async () => {
  for (const bytes of ["NONSENSE\r\n\r\n", "POST /v2/organizations/get HTTP/1.1\r\nhost: x\r\nexpect: wonders\r\n\r\n"]) {
    using connection = await RawConnection.open(parley.url);
    connection.socket.write(bytes);
    await once(connection.socket, "close");

    expect(connection.text.toLowerCase()).toContain("\r\ncache-control: no-store\r\n");
    expect(connection.text.toLowerCase()).toContain("\r\nx-content-type-options: nosniff\r\n");
  }
});

test("pages load nothing from other sites, cannot be framed, and store no credentials", async () => {
  const page = await get("/docs");

  expect(page.headers.get("content-security-policy")).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
  expect(page.headers.get("x-frame-options")).toBe("DENY");
  expect(page.headers.get("x-content-type-options")).toBe("nosniff");
  expect(await (await get("/docs/start.js")).text()).toContain("persistAuth: false");
});

test("assets are named by their contents, cached permanently under that name, and compressed for clients that accept it", async () => {
  const html = await (await get("/docs")).text();
  const script = /src="(\/docs\/reference\.js\?v=[0-9a-f]+)"/.exec(html)?.[1] ?? "";

  const named = await get(script);
  const plain = await get("/docs/reference.js", { "accept-encoding": "identity" });
  const again = await get("/docs/reference.js", { "if-none-match": plain.headers.get("etag") ?? "" });

  expect(named.headers.get("cache-control")).toMatch(/immutable/);
  expect(named.headers.get("content-encoding")).toBe("gzip");
  expect(plain.headers.get("cache-control")).toBe("no-cache");
  expect(plain.headers.get("content-encoding")).toBeNull();
  expect(await named.text()).toBe(await plain.text());
  expect([again.status, await again.text()]).toEqual([304, ""]);
});

test("pages can be switched off", async () => {
  await using bare = await startParley("all-in-one", { PARLEY_DOCS: "false" });

  const statuses = await Promise.all(
    ["/docs", "/openapi.json", "/docs/start.js", "/livez"].map(async (path) => (await fetch(bare.url + path)).status),
  );

  expect(statuses).toEqual([404, 404, 404, 200]);
});
