import type { ServiceImpl } from "@connectrpc/connect";
import { type ImplementOptions, implement, type ServiceRegistration } from "../src/index.ts";
import { EchoService } from "./proto/gen/echo_pb.js";

export const token = "a-service-token";

/** The reports about the handlers' calls. */
interface Reports {
  readonly bugs: { readonly error: unknown; readonly method: string }[];
  readonly calls: { readonly method: string; readonly code: string; readonly transport: string }[];
}

type EchoHandlers = Partial<ServiceImpl<typeof EchoService>>;

/** The test service with the handlers that a test gives; the others echo their request. */
export function echoRegistration(
  handlers: EchoHandlers,
  options: Partial<ImplementOptions> = {},
): { registration: ServiceRegistration; reports: Reports } {
  const reports: Reports = { bugs: [], calls: [] };
  const registration = implement(
    EchoService,
    { ...repeat, ...handlers },
    {
      tokens: ["an-older-token", token],
      defaultTimeoutMs: 5_000,
      maxTimeoutMs: 10_000,
      onBug: (error, method) => reports.bugs.push({ error, method }),
      observe: ({ method, code, transport }) => reports.calls.push({ method, code, transport }),
      ...options,
    },
  );
  return { registration, reports };
}

const repeat: ServiceImpl<typeof EchoService> = {
  get: ({ text, number }) => ({ text, number }),
  change: ({ text, number }) => ({ text, number }),
  async *count({ text, number }) {
    for (let index = 1; index <= number; index++) yield { text, number: index };
  },
  async sum(requests) {
    let number = 0;
    for await (const request of requests) number += request.number;
    return { number };
  },
  async *chat(requests) {
    for await (const { text, number } of requests) yield { text, number };
  },
};
