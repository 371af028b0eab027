export * from "./gen/parley/notifications/v1/emails_service_pb.js";
export * from "./gen/parley/notifications/v1/inbox_service_pb.js";
export * from "./gen/parley/notifications/v1/notification_config_pb.js";
export * from "./gen/parley/notifications/v1/notification_pb.js";
export * from "./gen/parley/notifications/v1/notifications_pb.js";
export * from "./gen/parley/notifications/v1/notifications_service_pb.js";
export * from "./gen/parley/notifications/v1/user_notifications_pb.js";
export * from "./gen/parley/notifications/v1/webhooks_service_pb.js";
