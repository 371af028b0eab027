/** The default port of each service, by the second part of its proto package. */
export const defaultPorts = {
  workspace: 8081,
  organization_directory: 8082,
  users: 8083,
  notifications: 8084,
  activity: 8085,
  rewriter: 8086,
} as const satisfies Record<string, number>;
