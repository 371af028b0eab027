export * from "./gen/parley/rewriter/v1/rewriter_service_pb.js";
