/** The URL of the sources, as in the manifests of packages. */
export const repository = "https://github.com/parley/parley";
