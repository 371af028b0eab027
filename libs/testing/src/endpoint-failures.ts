import type { ServerResponse } from "node:http";

/** A way in which a customer's endpoint fails a call. */
interface EndpointFailure {
  readonly name: string;
  /** Responds in this way; calls `succeeded` when it sends a success to a caller that still listens and so may count it. */
  readonly answer: (response: ServerResponse, succeeded: () => void) => void;
}

/** Every way in which endpoints fail calls; `tooLongMs` is longer than the sender waits. */
export function endpointFailures(tooLongMs: number): readonly [EndpointFailure, ...EndpointFailure[]] {
  return [
    { name: "a server error", answer: (response) => void response.writeHead(500).end("no") },
    { name: "unavailable for a second", answer: (response) => void response.writeHead(503, { "retry-after": "1" }).end() },
    { name: "a redirect", answer: (response) => void response.writeHead(302, { location: "http://127.0.0.1:1/" }).end() },
    { name: "a reset", answer: (response) => void response.socket?.resetAndDestroy() },
    {
      name: "a reset after the status",
      answer: (response, succeeded) => {
        succeeded();
        response.writeHead(200, { "content-length": "100" });
        response.write("ha", () => response.socket?.resetAndDestroy());
      },
    },
    {
      name: "a success after the caller has gone",
      answer: (response, succeeded) => {
        setTimeout(() => {
          // A caller that stood still with its clock has not given up: it continues and finds the response.
          if (!response.destroyed) succeeded();
          response.end();
        }, tooLongMs);
      },
    },
    { name: "no answer at all", answer: () => undefined },
  ];
}
