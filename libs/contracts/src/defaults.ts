/** The default port of each service, by the second part of its proto package. */
export const defaultPorts = {
  workspace: 8081,
  organization_directory: 8082,
  users: 8083,
  notifications: 8084,
  activity: 8085,
  rewriter: 8086,
} as const satisfies Record<string, number>;

/**
 * The default delays between the attempts at a webhook delivery, in seconds, each varied by up to 20 %: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h,
 * 14 h, 20 h, 24 h. The delivery fails when the attempt after the last delay fails.
 */
export const webhookRetrySeconds: readonly number[] = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
