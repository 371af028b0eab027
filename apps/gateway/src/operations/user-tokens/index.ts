import type { Operation } from "../operation.ts";
import { generateUserToken } from "./generate-user-token.ts";
import { revokeUserTokens } from "./revoke-user-tokens.ts";

export const userTokensOperations: readonly Operation[] = [generateUserToken, revokeUserTokens];
