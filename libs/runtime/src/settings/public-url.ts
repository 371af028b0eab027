import * as z from "zod";
import { type Setting, setting } from "./setting.ts";

/** `PARLEY_PUBLIC_URL`: where browsers and mail clients reach the gateway, without a slash at its end; undefined when it is not set. */
export function publicUrl(): Setting<string | undefined> {
  return setting("PARLEY_PUBLIC_URL", {
    description:
      "Where browsers and mail clients reach the gateway. Without it mails carry no link to unsubscribe, links to the webhook pages are paths, and nobody signs in by OpenID Connect. With https, people sign in to the console there or on the gateway's own machine.",
    schema: z
      .string()
      .optional()
      .refine((line) => line === undefined || ["http:", "https:"].includes(URL.parse(line)?.protocol ?? ""), "must be an http or https URL")
      .transform((line) => line?.replace(/(?<!\/)\/+$/, "")),
    defaultText: "",
  });
}
