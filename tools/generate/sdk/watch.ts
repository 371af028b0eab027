import { requestName } from "./document.ts";
import type { Method } from "./method.ts";

/** A method that follows a feed, which each client implements by hand. */
export type Watch = Pick<Method, "sdk" | "resource" | "name" | "request" | "example">;

interface Operation {
  readonly "x-sdk-name"?: string;
  readonly "x-sdk-by-hand"?: string;
  readonly requestBody: { readonly content: { readonly "application/json": { readonly example: { readonly data: unknown } } } };
}

export function watchOf({ "x-sdk-name": sdk = "", "x-sdk-by-hand": as, requestBody }: Operation): Watch[] {
  if (as === undefined) return [];
  const [resource = "", name = ""] = sdk.split(".");
  return [{ sdk, resource, name, request: requestName(as), example: requestBody.content["application/json"].example.data }];
}
