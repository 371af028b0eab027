export * from "./gen/parley/users/v1/groups_pb.js";
export * from "./gen/parley/users/v1/user_data_deletion_pb.js";
export * from "./gen/parley/users/v1/user_data_pb.js";
export * from "./gen/parley/users/v1/users_pb.js";
export * from "./gen/parley/users/v1/users_service_pb.js";
