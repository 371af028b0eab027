export * from "./gen/parley/common/v1/failure_pb.js";
export * from "./gen/parley/common/v1/item_result_pb.js";
export * from "./gen/parley/common/v1/rules_pb.js";
export * from "./item-results.ts";
