import { type ConfigShape, setting } from "@parley/runtime";
import * as z from "zod";
import { type Network, parseNetwork } from "./network.ts";
import { type PortRange, parsePorts } from "./ports.ts";

const defaultPorts = "80,443,1024-65535";
// The ports of mail servers: between servers (25), for programs with implicit TLS (465) or STARTTLS (587), and where a provider blocks
// those (2525).
const defaultSmtpPorts = "25,465,587,2525";

const allowList = z
  .string()
  .optional()
  .transform((text = "", context): readonly Network[] =>
    text.split(",").flatMap((item) => {
      if (item.trim() === "") return [];
      const network = parseNetwork(item.trim());
      if (network === undefined)
        context.addIssue({ code: "custom", message: `names ${item.trim()}, which is not a CIDR network such as 10.0.0.0/8` });
      return network === undefined ? [] : [network];
    }),
  );

const ports = (otherwise: string) =>
  z
    .string()
    .default(otherwise)
    .transform((text, context): readonly PortRange[] => {
      const ranges = parsePorts(text);
      if (ranges === undefined) context.addIssue({ code: "custom", message: `must be ports and port ranges such as ${otherwise}` });
      return ranges ?? [];
    });

/** The settings of a module that accepts or calls addresses given by customers. */
export const egressSettings = {
  egressAllow: setting("PARLEY_EGRESS_ALLOW", {
    description:
      "Comma-separated networks (10.1.0.0/16, fd00::/8, 127.0.0.1) that customers' endpoints and mail servers may be in, in addition to public addresses.",
    schema: allowList,
    defaultText: "",
  }),
  egressPorts: setting("PARLEY_EGRESS_PORTS", {
    description: "Comma-separated ports and ranges of ports that webhooks may be sent to.",
    schema: ports(defaultPorts),
    defaultText: defaultPorts,
  }),
  egressSmtpPorts: setting("PARLEY_EGRESS_SMTP_PORTS", {
    description: "Comma-separated ports and ranges of ports that customers' mail servers may listen on.",
    schema: ports(defaultSmtpPorts),
    defaultText: defaultSmtpPorts,
  }),
} satisfies ConfigShape;
