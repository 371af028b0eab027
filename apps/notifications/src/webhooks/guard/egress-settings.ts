import { type ConfigOf, type ConfigShape, setting } from "@parley/runtime";
import * as z from "zod";
import { type Network, parseNetwork } from "./network.ts";

const allowList = z
  .string()
  .optional()
  .transform((text = "", context): readonly Network[] =>
    text.split(",").flatMap((item) => {
      if (item.trim() === "") return [];
      const network = parseNetwork(item.trim());
      if (network === undefined)
        context.addIssue({ code: "custom", message: `names ${item.trim()}, which is no network such as 10.0.0.0/8` });
      return network === undefined ? [] : [network];
    }),
  );

/** What a module that calls addresses of customers is told about them. */
export const egressSettings = {
  egressAllow: setting("PARLEY_EGRESS_ALLOW", {
    description:
      "Comma-separated networks (10.1.0.0/16, fd00::/8, 127.0.0.1) that customers' endpoints may lie in besides public addresses.",
    schema: allowList,
    defaultText: "",
  }),
} satisfies ConfigShape;

export type EgressConfig = ConfigOf<typeof egressSettings>;
