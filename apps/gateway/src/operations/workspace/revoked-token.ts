import * as z from "zod";
import { exclusive, needsOneOf } from "../field-rules.ts";
import { texts } from "../texts.ts";

const token = z.string().min(1).max(256).optional();

/** The token that a request revokes: the token itself, or its id from the list. */
export const revokedToken = {
  token: token.meta({ description: "The secret token." }),
  tokenId: token.meta(texts.tokenId),
};

export const revokedTokenRules = [needsOneOf("token", "tokenId"), exclusive("tokenId", "token", "send one of the two")] as const;
