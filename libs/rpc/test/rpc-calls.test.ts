import { currentContext } from "@parley/kernel";
import { describe, expect, test } from "vitest";
import { openEcho } from "./echo-calls.ts";
import { paths } from "./rpc-paths.ts";

describe.each(paths)("over $name", (path) => {
  const open = openEcho(path);

  test("a call is answered and reported once", async () => {
    const { client, reports } = await open({});

    const answer = await client.get({ text: "é😀", number: -7 });

    expect(answer).toMatchObject({ $typeName: "parley.test.v1.EchoResponse", text: "é😀", number: -7 });
    expect(reports).toEqual({ bugs: [], calls: [{ method: "Get", code: "ok", transport: path.network ? "network" : "local" }] });
  });

  test("request headers reach the handler; response headers and trailers reach the caller", async () => {
    const { client } = await open({
      get(_request, { requestHeader, responseHeader, responseTrailer }) {
        responseHeader.set("x-answer", `${requestHeader.get("x-question")}!`);
        responseHeader.append("x-many", "1");
        responseHeader.append("x-many", "2");
        responseTrailer.set("x-after", "z");
        return {};
      },
    });
    let header = new Headers();
    let trailer = new Headers();

    await client.get({}, { headers: { "X-Question": "why" }, onHeader: (all) => (header = all), onTrailer: (all) => (trailer = all) });

    expect(header.get("x-answer")).toBe("why!");
    expect(header.get("x-many")).toBe("1, 2");
    expect(header.has("x-after")).toBe(false);
    expect(trailer.get("x-after")).toBe("z");
  });

  test("the request id of the caller is kept, and one is made for a caller without a valid one", async () => {
    const ids: (string | undefined)[] = [];
    const { client } = await open({
      get() {
        ids.push(currentContext()?.requestId);
        return {};
      },
    });

    await client.get({}, { headers: { "x-request-id": "req_from_outside" } });
    await client.get({}, { headers: { "x-request-id": `too long ${"x".repeat(200)}` } });
    await client.get({});

    expect(ids[0]).toBe("req_from_outside");
    expect(ids[1]).toMatch(/^[\da-f-]{36}$/);
    expect(ids[2]).toMatch(/^[\da-f-]{36}$/);
    expect(ids[1]).not.toBe(ids[2]);
  });
});
