import { fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import { type Client, status } from "@grpc/grpc-js";
import { until } from "@parley/testing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createRpcServer, healthRegistration, type RpcServer, reflectionRegistration } from "../src/index.ts";
import { echoRegistration } from "./echo-service.ts";
import { ChangingSource, check, echoName, methodOf, openClient, type ReflectionAnswer, watch } from "./grpc-clients.ts";

let server: RpcServer;
let source: ChangingSource;
const clients: Client[] = [];

beforeEach(async () => {
  const { registration } = echoRegistration({});
  const options = {
    tokens: ["secret"],
    defaultTimeoutMs: 5_000,
    maxTimeoutMs: 5_000,
    onBug: (error: unknown) => expect(error).toBeUndefined(),
  };
  source = new ChangingSource();
  const health = healthRegistration(source, options, 2);
  const registrations = [registration, health, reflectionRegistration([registration, health], options)];
  server = createRpcServer({ registrations, host: "127.0.0.1", port: 0 });
  await server.listen();
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await server.close(1_000);
  expect(source.listeners.size).toBe(0);
});

test("Check returns the state of the server and of a service, without a token", async () => {
  const health = open("grpc.health.v1.Health");

  expect(await check(health, "")).toEqual({ status: "SERVING" });
  expect(await check(health, echoName)).toEqual({ status: "SERVING" });
  source.change("NOT_SERVING");
  expect(await check(health, echoName)).toEqual({ status: "NOT_SERVING" });
});

test("Check of a service that the server does not have is NOT_FOUND", async () => {
  await expect(check(open("grpc.health.v1.Health"), "nobody.Knows")).rejects.toMatchObject({
    code: status.NOT_FOUND,
    details: 'This server does not serve "nobody.Knows".',
  });
});

test("the message of a failure arrives as it was written, whatever its characters", async () => {
  const service = "a:b/c?d=e&f, 100% <\u00e9\u{1f600}>";

  await expect(check(open("grpc.health.v1.Health"), service)).rejects.toMatchObject({
    details: `This server does not serve "${service}".`,
  });
});

test("Watch responds at once and after every change, and not in between", async () => {
  const told = watch(open("grpc.health.v1.Health"), echoName);
  await until(() => told.states.length === 1);

  source.change("SERVING");
  source.change("NOT_SERVING");
  await until(() => told.states.length === 2);
  source.change("SERVING");
  await until(() => told.states.length === 3);

  expect(told.states).toEqual(["SERVING", "NOT_SERVING", "SERVING"]);
  told.cancel();
  await until(() => source.listeners.size === 0);
});

test("Watch of a service that the server does not have says so, and goes on", async () => {
  const told = watch(open("grpc.health.v1.Health"), "nobody.Knows");
  await until(() => told.states.length > 0);

  expect(told.states).toEqual(["SERVICE_UNKNOWN"]);
  expect(told.ended).toBe(false);
  told.cancel();
});

test("Watch ends when the server closes, and does not hold it up", async () => {
  const told = watch(open("grpc.health.v1.Health"), "");
  await until(() => told.states.length === 1);

  const started = performance.now();
  await server.close(10_000);

  expect(performance.now() - started).toBeLessThan(5_000);
  await until(() => told.ended);
});

test("Watch is served up to its limit at a time, and again when one has ended", async () => {
  const health = open("grpc.health.v1.Health");
  const first = watch(health, "");
  const second = watch(health, "");
  await until(() => first.states.length === 1 && second.states.length === 1);

  const third = watch(health, "");
  await until(() => third.ended);
  first.cancel();
  await until(() => source.listeners.size === 1);
  const fourth = watch(health, "");
  await until(() => fourth.states.length === 1);

  expect(third.code()).toBe(status.RESOURCE_EXHAUSTED);
  second.cancel();
  fourth.cancel();
  await until(() => source.listeners.size === 0);
});

test("reflection lists the served services", async () => {
  const [answer] = await ask({ listServices: "" });

  expect(answer?.listServicesResponse?.service.map(({ name }) => name)).toEqual([
    "grpc.reflection.v1.ServerReflection",
    echoName,
    "grpc.health.v1.Health",
  ]);
});

test.each([
  ["a file name", { fileByFilename: "echo.proto" }],
  ["a service", { fileContainingSymbol: echoName }],
  ["a method", { fileContainingSymbol: `${echoName}.Get` }],
  ["a message", { fileContainingSymbol: "parley.test.v1.RuledRequest" }],
  ["an enum value", { fileContainingSymbol: "parley.test.v1.KIND_A" }],
])("reflection finds the file of %s, with all that it imports", async (_what, question) => {
  const [answer] = await ask(question);

  const files = answer?.fileDescriptorResponse?.fileDescriptorProto.map((bytes) => fromBinary(FileDescriptorProtoSchema, bytes));
  expect(files?.map(({ name }) => name)).toEqual(["echo.proto", "parley/common/v1/rules.proto", "google/protobuf/descriptor.proto"]);
});

test.each([
  ["google.rpc.ErrorInfo", "google/rpc/error_details.proto"],
  ["google.rpc.BadRequest", "google/rpc/error_details.proto"],
  ["parley.common.v1.FailureDetail", "parley/common/v1/failure.proto"],
])("reflection knows %s, which only failures carry", async (fileContainingSymbol, file) => {
  const [answer] = await ask({ fileContainingSymbol });

  const files = answer?.fileDescriptorResponse?.fileDescriptorProto.map((bytes) => fromBinary(FileDescriptorProtoSchema, bytes));
  expect(files?.map(({ name }) => name)).toEqual([file]);
});

test("reflection finds extensions by their type and number", async () => {
  const containingType = "google.protobuf.FieldOptions";

  const [file, numbers] = await ask(
    { fileContainingExtension: { containingType, extensionNumber: 50_701 } },
    { allExtensionNumbersOfType: containingType },
  );

  expect(fromBinary(FileDescriptorProtoSchema, file?.fileDescriptorResponse?.fileDescriptorProto[0] ?? new Uint8Array()).name).toBe(
    "parley/common/v1/rules.proto",
  );
  expect(numbers?.allExtensionNumbersResponse).toEqual({ baseTypeName: containingType, extensionNumber: [50_701] });
});

test("reflection reports an unknown name without ending the stream", async () => {
  const answers = await ask(
    { fileByFilename: "nothing.proto" },
    { fileContainingSymbol: "no.Symbol" },
    { fileContainingExtension: { containingType: "google.protobuf.FieldOptions", extensionNumber: 1 } },
    { allExtensionNumbersOfType: "no.Type" },
    {},
    { allExtensionNumbersOfType: "parley.test.v1.EchoRequest" },
  );

  expect(answers.map(({ errorResponse }) => errorResponse?.errorCode)).toEqual([5, 5, 5, 5, 3, undefined]);
  expect(answers[5]?.allExtensionNumbersResponse).toEqual({ baseTypeName: "parley.test.v1.EchoRequest" });
});

function open(name: string): Client {
  const client = openClient(name, server.address);
  clients.push(client);
  return client;
}

async function ask(...questions: object[]): Promise<ReflectionAnswer[]> {
  const { requestSerialize, responseDeserialize, path } = methodOf("grpc.reflection.v1.ServerReflection", "ServerReflectionInfo");
  const stream = open("grpc.reflection.v1.ServerReflection").makeBidiStreamRequest(path, requestSerialize, responseDeserialize);
  for (const question of questions) stream.write(question);
  stream.end();
  return (await stream.toArray()) as ReflectionAnswer[];
}
