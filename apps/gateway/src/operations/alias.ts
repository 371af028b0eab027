const withoutAlias = /^\/v\d\/(workspace\/(?!domains\/)|(rewriter|webhooks|activities|recordings)\/)/;

/** The path of an operation in the other version; undefined for those that only one version has (compatibility, Paths). */
export function aliasOf(path: string): string | undefined {
  if (withoutAlias.test(path)) return undefined;
  return path.startsWith("/v1/") ? `/v2/${path.slice(4)}` : `/v1/${path.slice(4)}`;
}
