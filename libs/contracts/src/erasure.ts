export * from "./gen/parley/erasure/v1/erasure_events_pb.js";
export * from "./gen/parley/erasure/v1/removals_pb.js";
