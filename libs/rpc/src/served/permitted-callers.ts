import type { DescMethod } from "@bufbuild/protobuf";

/** Methods by their full name, `package.Service/Method`, each with the modules that declare that they call it. */
type DeclaredCallers = Readonly<Record<string, readonly string[]>>;

/**
 * Decides which caller may call which method: a module may call those that it declares, an operator's own caller those granted to it.
 * `grants` are texts such as `billing=parley.users.v1.UsersService` or `billing=parley.users.v1.UsersService/FindUsers`.
 */
export function permittedCallers(declared: DeclaredCallers, grants: readonly string[]): (caller: string, method: DescMethod) => boolean {
  const granted = new Set(grants);
  return (caller, { parent: { typeName }, name }) =>
    declared[`${typeName}/${name}`]?.includes(caller) === true ||
    granted.has(`${caller}=${typeName}`) ||
    granted.has(`${caller}=${typeName}/${name}`);
}
