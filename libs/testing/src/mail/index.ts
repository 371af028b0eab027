export * from "./mail-server.ts";
export { type MailTransferAgent, startOpensmtpd } from "./start-opensmtpd.ts";
