export * from "./mail-server.ts";
export * from "./packaged-mail-servers.ts";
export { type MailTransferAgent, startOpensmtpd } from "./start-opensmtpd.ts";
export * from "./start-packaged-mail-server.ts";
