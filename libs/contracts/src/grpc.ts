export * from "./gen/google/rpc/error_details_pb.js";
export * from "./gen/grpc/health/v1/health_pb.js";
export * from "./gen/grpc/reflection/v1/reflection_pb.js";
