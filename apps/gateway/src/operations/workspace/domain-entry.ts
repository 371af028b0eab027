import * as z from "zod";

/** A domain as customers write it, with or without scheme and path; the workspace service validates it. */
export const domainEntry = () => z.string().min(1).max(2_000);
