import * as z from "zod";

/** A domain as customers write it, with or without scheme and path; the workspace service says whether it is one. */
export const domainEntry = () => z.string().min(1).max(2_000);
