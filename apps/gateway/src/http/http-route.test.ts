import Fastify from "fastify";
import { expect, test } from "vitest";
import { addRoutes, type HttpRoute, methodsByPath } from "./http-route.ts";

const open = { openTo: "everyone", bodyBytes: 0, handle: async () => ({}) } as const;

test("a route without bounds is refused when it is added, so the server does not start", async () => {
  await using server = Fastify();
  addRoutes(server, [{ ...open, method: "GET", path: "/bounded" }]);

  expect(() => server.get("/forgotten", async () => ({}))).toThrow("GET /forgotten has no bounds.");
});

test("each path names all of its methods", () => {
  const routes: HttpRoute[] = [
    { ...open, method: "GET", path: "/one" },
    { ...open, method: "POST", path: "/one" },
    { ...open, method: "POST", path: "/two" },
  ];

  expect([...methodsByPath(routes)]).toEqual([
    ["/one", "GET, HEAD, POST"],
    ["/two", "POST"],
  ]);
});
