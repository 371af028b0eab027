import { defaultPorts } from "../../libs/contracts/src/defaults.ts";

/** The separate programs in display order, with their default ports. */
export const services = [
  { app: "workspace", port: defaultPorts.workspace },
  { app: "organization-directory", port: defaultPorts.organization_directory },
  { app: "users", port: defaultPorts.users },
  { app: "notifications", port: defaultPorts.notifications },
  { app: "activity", port: defaultPorts.activity },
  { app: "rewriter", port: defaultPorts.rewriter },
  { app: "gateway", port: 8080 },
] as const;

export type App = (typeof services)[number]["app"];
