import { resolve } from "node:path";
import { credentials, loadPackageDefinition, Metadata, type ServiceError, status } from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";
import { until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { modules } from "../../src/modules.ts";
import { type Parley, startParley } from "../support/parley.ts";

// What an internal service in any language does: the proto files, a plain gRPC client, a service token.
const protos = resolve(import.meta.dirname, "../../../../proto");
let parley: Parley;

beforeAll(async () => {
  parley = await startParley("separate");
});

afterAll(() => parley?.stop());

// biome-ignore lint/suspicious/noExplicitAny: a client that is made from a proto at run time has no types
function client(app: string, file: string, service: string): any {
  const definition = loadPackageDefinition(loadSync(file, { includeDirs: [protos], longs: Number, enums: String, defaults: true }));
  // biome-ignore lint/suspicious/noExplicitAny: as above
  const Client = service.split(".").reduce<any>((scope, name) => scope[name], definition);
  return new Client(`127.0.0.1:${parley.rpcPorts.get(app)}`, credentials.createInsecure());
}

// biome-ignore lint/suspicious/noExplicitAny: as above
function call(on: any, method: string, request: object, token: string | undefined = parley.serviceToken): Promise<any> {
  const metadata = new Metadata();
  if (token !== "") metadata.set("authorization", `Bearer ${token}`);
  return new Promise((succeed, fail) =>
    on[method](request, metadata, { deadline: Date.now() + 10_000 }, (error: ServiceError | null, answer: unknown) =>
      error ? fail(error) : succeed(answer),
    ),
  );
}

test("it administers workspace and organization-directory", async () => {
  const workspace = client("workspace", "parley/workspace/v1/workspace_service.proto", "parley.workspace.v1.WorkspaceService");
  const directory = client(
    "organization-directory",
    "parley/organization_directory/v1/organization_directory_service.proto",
    "parley.organization_directory.v1.OrganizationDirectoryService",
  );

  const created = await call(workspace, "createWorkspace", { workspaceName: "Plain", ownerEmail: "plain@example.com" });
  const apiKeyId = created.apiKey.apiKeyId;
  await call(directory, "addOrganizations", { apiKeyId, organizations: [{ organizationId: "acme" }] });
  const { organizations } = await call(directory, "getOrganizations", { apiKeyId, pageSize: 10 });

  expect(organizations).toMatchObject([{ organizationId: "acme" }]);
  for (const opened of [workspace, directory]) opened.close();
});

test("it turns search on and finds a thread by its words, and lists keys with a retention of their own", async () => {
  const workspace = client("workspace", "parley/workspace/v1/workspace_service.proto", "parley.workspace.v1.WorkspaceService");
  const directory = client(
    "organization-directory",
    "parley/organization_directory/v1/organization_directory_service.proto",
    "parley.organization_directory.v1.OrganizationDirectoryService",
  );
  const activity = client("activity", "parley/activity/v1/activity_service.proto", "parley.activity.v1.ActivityService");
  const { apiKeyId } = (await call(workspace, "createWorkspace", { workspaceName: "Found", ownerEmail: "found@example.com" })).apiKey;
  const configs = client("workspace", "parley/workspace/v1/configs_service.proto", "parley.workspace.v1.ConfigsService");
  await call(configs, "updateApiKeyConfig", { apiKeyId, searchEnabled: true, retention: { activitiesDays: 30 } });
  await call(directory, "addOrganizations", { apiKeyId, organizations: [{ organizationId: "acme" }] });
  await call(directory, "addDocuments", { apiKeyId, organizationId: "acme", documents: [{ documentId: "plan" }] });
  const comments = [{ comment: { commentId: "c", text: "Größer als erwartet" }, author: { userId: "alice" } }];
  const annotations = [{ annotation: { annotationId: "a" }, comments }];
  await call(activity, "addCommentAnnotations", { apiKeyId, organizationId: "acme", documentId: "plan", annotations });

  const search = (query: string) => call(activity, "searchCommentAnnotations", { apiKeyId, organizationId: "acme", query });
  const found = await until(async () => {
    const { threads } = await search("grosser ERW");
    return threads.length > 0 && threads;
  });

  expect(found).toMatchObject([{ annotation: { annotationId: "a" }, commentIds: ["c"], excerpt: "Größer als erwartet" }]);
  await expect(search("")).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
  const { retentions } = await call(configs, "listKeyRetentions", {});
  expect(retentions).toMatchObject([{ apiKeyId, retention: { activitiesDays: 30 } }]);
  for (const opened of [workspace, configs, directory, activity]) opened.close();
});

test("a caller without a token, or with a wrong one, is refused by every service", async () => {
  const directory = client(
    "organization-directory",
    "parley/organization_directory/v1/organization_directory_service.proto",
    "parley.organization_directory.v1.OrganizationDirectoryService",
  );

  await expect(call(directory, "getOrganizations", { apiKeyId: "pk" }, "")).rejects.toMatchObject({ code: status.UNAUTHENTICATED });
  await expect(call(directory, "getOrganizations", { apiKeyId: "pk" }, "wrong")).rejects.toMatchObject({ code: status.UNAUTHENTICATED });
  directory.close();
});

test("a request that violates rules fails with INVALID_ARGUMENT before anything is looked up", async () => {
  const directory = client(
    "organization-directory",
    "parley/organization_directory/v1/organization_directory_service.proto",
    "parley.organization_directory.v1.OrganizationDirectoryService",
  );

  await expect(call(directory, "getOrganizations", { apiKeyId: "", organizationIds: ["\u0007"] })).rejects.toMatchObject({
    code: status.INVALID_ARGUMENT,
  });
  directory.close();
});

test.each(
  modules
    .filter(({ serves }) => serves !== undefined)
    .map(({ name, serves }) => [name, serves?.services.map(({ typeName }) => typeName) ?? []] as const),
)("%s says that it is healthy to anyone and describes itself to callers with a token", async (app, typeNames) => {
  const health = client(app, "grpc/health/v1/health.proto", "grpc.health.v1.Health");
  const reflection = client(app, "grpc/reflection/v1/reflection.proto", "grpc.reflection.v1.ServerReflection");

  // A service is serving once it knows the running removals, a moment after its start.
  const serving = await until(async () => {
    const { status } = await call(health, "check", { service: "" }, "");
    return status === "NOT_SERVING" ? undefined : status;
  });
  const metadata = new Metadata();
  metadata.set("authorization", `Bearer ${parley.serviceToken}`);
  const stream = reflection.serverReflectionInfo(metadata);
  const listed = new Promise<{ listServicesResponse: { service: { name: string }[] } }>((succeed, fail) => {
    stream.once("data", succeed);
    stream.once("error", fail);
  });
  stream.write({ listServices: "" });
  const names = (await listed).listServicesResponse.service.map(({ name }) => name);
  stream.end();

  expect(serving).toBe("SERVING");
  expect(names).toEqual(expect.arrayContaining([...typeNames, "grpc.health.v1.Health"]));
  for (const opened of [health, reflection]) opened.close();
});
