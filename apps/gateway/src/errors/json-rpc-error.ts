/** The body of a refusal in JSON-RPC. It has no id, because it refuses the whole request and not the call in its body. */
export function jsonRpcError(code: number, message: string, data: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message, data } });
}

export const jsonRpcCodes = {
  unreadable: -32_700,
  invalidRequest: -32_600,
  internal: -32_603,
  /** Every other refusal; `data.status` tells which. */
  refused: -32_000,
} as const;
