import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ApiKeyLimitsSchema } from "@parley/contracts/workspace";

interface StoredLimits {
  readonly requestsPerSecond: number | null;
  readonly maxRequestsPerSecond: number | null;
}

export function limitsMessage({ requestsPerSecond, maxRequestsPerSecond }: StoredLimits): MessageInitShape<typeof ApiKeyLimitsSchema> {
  return { requestsPerSecond: requestsPerSecond ?? 0, maxRequestsPerSecond: maxRequestsPerSecond ?? 0 };
}
