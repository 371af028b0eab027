/**
 * The seconds between one attempt at a webhook delivery and the next, each 20 % more or less, where the installation does not say otherwise:
 * 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h. After the last it has failed.
 */
export const webhookRetrySeconds: readonly number[] = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
