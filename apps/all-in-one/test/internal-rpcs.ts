/** RPCs that no operation exposes, each with who calls it. */
export const internalRpcs: Readonly<Record<string, string>> = {
  "parley.workspace.v1.WorkspaceService/Authenticate": "The gateway, for every request.",
  "parley.workspace.v1.WorkspaceService/GetProviderKey": "The rewriter, for each call of a provider.",
  "parley.workspace.v1.WorkspaceService/BeginIdempotentRequest": "The gateway, for requests with an idempotency key.",
  "parley.workspace.v1.WorkspaceService/FinishIdempotentRequest": "The gateway, for requests with an idempotency key.",
  "parley.workspace.v1.WorkspaceService/AbandonIdempotentRequest": "The gateway, for requests with an idempotency key.",
  "parley.organization_directory.v1.OrganizationDirectoryService/EnsureExists": "Services that must know what exists.",
  "parley.organization_directory.v1.OrganizationDirectoryService/CheckAccess": "Services that act for users.",
};
