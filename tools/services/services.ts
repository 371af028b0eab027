/** The programs of the separate shape in the order in which they are shown, and where each listens unless told otherwise. */
export const services = [
  { app: "workspace", port: 8081 },
  { app: "organization-directory", port: 8082 },
  { app: "users", port: 8083 },
  { app: "notifications", port: 8084 },
  { app: "activity", port: 8085 },
  { app: "rewriter", port: 8086 },
  { app: "gateway", port: 8080 },
] as const;

export type App = (typeof services)[number]["app"];
