/**
 * Ids and secrets of the examples. To send the examples, replace them by those of a real workspace: its id, its API key, and, for
 * the token that the last example revokes, the one created before.
 */
export const exampleIds = {
  workspaceId: "ws_7Qm2ZcV9xT4bKp1LsNfWyR",
  ownerId: "owner_7Qm2ZcV9xT4bKp1LsNfWyR",
  apiKey: "pk_test_4mQ8sVd2Lw9XbT1kZy6RfC",
  /** Another API key, used only once. */
  spareApiKey: "pk_live_2kT7nWq5Jx8ZcV3mHd4PsB",
  tokenId: "9f2c7a1be04d6358",
  maskedToken: "********dEfG",
  authToken: "sk_0gU3xWn8Q2yJ5vTzB7cDaK1mLpR4sE6hF9iXoVtYqZwAbCdEfG",
  webhookSecret: "whsec_ZXhhbXBsZSBvZiBhIHNpZ25pbmcgc2VjcmV0ISAhISE=",
} as const;

export const exampleTime = 1_767_225_600_000;
