import type { DescMethod } from "@bufbuild/protobuf";

/** Methods by their full name, `package.Service/Method`, and the modules that declare that they call them. */
type DeclaredCallers = Readonly<Record<string, readonly string[]>>;

/**
 * Decides who may call what: a module what it declares, and a caller of the operator what it was granted. `grants` are texts such as
 * `billing=parley.users.v1.UsersService` or `billing=parley.users.v1.UsersService/FindUsers`.
 */
export function permittedCallers(declared: DeclaredCallers, grants: readonly string[]): (caller: string, method: DescMethod) => boolean {
  const granted = new Set(grants);
  return (caller, { parent: { typeName }, name }) =>
    declared[`${typeName}/${name}`]?.includes(caller) === true ||
    granted.has(`${caller}=${typeName}`) ||
    granted.has(`${caller}=${typeName}/${name}`);
}
