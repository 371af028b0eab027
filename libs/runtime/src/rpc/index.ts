export * from "./health-registration.ts";
export * from "./implement.ts";
export * from "./local-transport.ts";
export * from "./reflection-registration.ts";
export * from "./remote-failure.ts";
export * from "./rpc-client.ts";
export * from "./rpc-server.ts";
export * from "./rpc-transport.ts";
