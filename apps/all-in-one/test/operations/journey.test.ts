import { createInterface } from "node:readline";
import { until } from "@parley/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { modules } from "../../src/modules.ts";
import { createWorkspace, type Workspace } from "../support/customer.ts";
import { type Parley, type Shape, startParley } from "../support/parley.ts";

// The same journey in both shapes, which differ in the modules of each process and in nothing that a customer sees.
describe.each<Shape>(["all-in-one", "separate"])("%s", (shape) => {
  let parley: Parley;
  let workspace: Workspace;

  beforeAll(async () => {
    parley = await startParley(shape);
    workspace = await createWorkspace(parley.url, parley.adminToken);
  });

  afterAll(() => parley?.stop());

  test("it runs in as many processes as the shape says", () => {
    const running = parley.processIds.filter((id) => process.kill(id, 0));

    expect(new Set(running).size).toBe(shape === "all-in-one" ? 1 : modules.length);
    expect(running.includes(process.pid)).toBe(shape === "all-in-one");
  });

  test("a customer's first hour works", async () => {
    const { customer } = workspace;

    const added = await customer.data("/v2/organizations/add", {
      organizations: [{ organizationId: "acme", organizationName: "Acme", plan: "team" }],
    });
    await customer.data("/v2/organizations/folders/add", { organizationId: "acme", folders: [{ folderId: "handbook" }] });
    await customer.data("/v2/organizations/documents/add", {
      organizationId: "acme",
      documents: [{ documentId: "welcome" }, { documentId: "roadmap" }],
    });
    const moved = await customer.post("/v1/organizations/documents/move", {
      organizationId: "acme",
      documentIds: ["welcome"],
      folderId: "handbook",
    });
    const updated = await customer.data("/v1/organizations/update", {
      organizations: [{ organizationId: "acme", organizationName: "Acme Inc." }, { organizationId: "none" }],
    });
    const disabled = await customer.data("/v2/organizations/documents/access/disablestate/update", {
      organizationId: "acme",
      documentIds: ["welcome", "none"],
      disabled: true,
    });
    const [organization] = await customer.data("/v2/organizations/get", { organizationIds: ["acme"] });
    const documents = await customer.data("/v2/organizations/documents/get", { organizationId: "acme", folderId: "handbook" });

    expect(added.acme).toMatchObject({ success: true });
    expect(moved.body).toEqual({ result: { status: "success", message: expect.any(String) } });
    expect(updated).toMatchObject({ acme: { success: true }, none: { success: false, code: "not_found" } });
    expect(disabled).toMatchObject({
      welcome: { success: true, disabled: true },
      none: { success: false, disabled: false, code: "not_found" },
    });
    expect(organization).toMatchObject({
      organizationId: "acme",
      organizationName: "Acme Inc.",
      disabled: false,
      plan: "team",
    });
    expect(documents).toMatchObject([{ documentId: "welcome", disabled: true }]);
  });

  test("a deleted folder disappears at once with its documents, and is not found on a repeated call", async () => {
    const { customer } = workspace;
    await customer.data("/v2/organizations/folders/add", {
      organizationId: "acme",
      folders: [{ folderId: "old" }],
    });
    await customer.data("/v2/organizations/documents/add", {
      organizationId: "acme",
      documents: [{ documentId: "dusty", folderId: "old" }],
    });

    const first = await customer.post("/v2/organizations/folders/delete", { organizationId: "acme", folderId: "old" });
    const second = await customer.post("/v2/organizations/folders/delete", { organizationId: "acme", folderId: "old" });

    expect(first.body.result).toMatchObject({ status: "success", data: null });
    expect(second.status).toBe(404);
    expect(second.body.error).toMatchObject({ code: "not-found", requestId: expect.any(String) });
    expect(second.body.error).not.toHaveProperty("status");
    expect(await customer.data("/v2/organizations/documents/get", { organizationId: "acme", documentIds: ["dusty"] })).toEqual([]);
  });

  test.runIf(shape === "separate")("a request has one line in the log, with its principal and without the token", async () => {
    const lines: string[] = [];
    const { stdout } = parley.processOf("gateway");
    if (stdout !== null) createInterface({ input: stdout }).on("line", (line) => lines.push(line));
    const { customer, apiKey, authToken } = workspace;
    const path = "/v2/organizations/folders/get";

    const { headers } = await customer.post(`${path}?token=${authToken}`, { organizationId: "acme" });
    await customer.as({}).post(path, { organizationId: "acme" });

    const requests = () => lines.map((line) => JSON.parse(line)).filter((line) => line.path === path);
    await until(async () => requests().length >= 2);
    expect(requests()).toEqual([
      expect.objectContaining({ level: "info", msg: "request", requestId: headers["x-request-id"], apiKeyId: apiKey, status: 200 }),
      expect.objectContaining({ level: "info", msg: "request", status: 401 }),
    ]);
    expect(requests()[1]).not.toHaveProperty("apiKeyId");
    expect(lines.join("\n")).not.toContain(authToken);
  });

  test("a revoked token stops working within 5 s", async () => {
    const { owner, apiKey, customer } = workspace;
    const { token: authToken } = await owner.data("/v2/workspace/authtokens/create", { apiKey, name: "short-lived" });
    const visitor = customer.as({ "x-svc-api-key": apiKey, "x-svc-auth-token": authToken });
    expect((await visitor.post("/v2/organizations/get", {})).status).toBe(200);

    const revokedAtMs = performance.now();
    await owner.data("/v2/workspace/authtokens/revoke", { apiKey, token: authToken });
    let status = 200;
    while (status === 200 && performance.now() - revokedAtMs < 5_000) status = (await visitor.post("/v2/organizations/get", {})).status;

    expect(status).toBe(401);
  });
});
