export * from "./access-types.ts";
export * from "./gen/parley/organization_directory/v1/access_pb.js";
export * from "./gen/parley/organization_directory/v1/documents_pb.js";
export * from "./gen/parley/organization_directory/v1/erasure_pb.js";
export * from "./gen/parley/organization_directory/v1/folders_pb.js";
export * from "./gen/parley/organization_directory/v1/locations_pb.js";
export * from "./gen/parley/organization_directory/v1/organization_directory_service_pb.js";
export * from "./gen/parley/organization_directory/v1/organizations_pb.js";
