import type { DescExtension, DescFile } from "@bufbuild/protobuf";
import { nestedTypes } from "@bufbuild/protobuf/reflect";

/** Finds the files that declare the parts of an interface, among the given files and all that they import. */
export class DescriptorCatalogue {
  readonly #files = new Map<string, DescFile>();
  readonly #declaredIn = new Map<string, DescFile>();
  readonly #extensions = new Map<string, Map<number, DescExtension>>();

  constructor(files: readonly DescFile[]) {
    for (const file of files.flatMap(withImports)) {
      if (this.#files.has(file.name)) continue;
      this.#files.set(file.name, file);
      this.#index(file);
    }
  }

  /** Finds a file by the name that imports use, for example `parley/common/v1/failure.proto`. */
  file(name: string): DescFile | undefined {
    return this.#files.get(`${name.replace(/\.proto$/, "")}`);
  }

  /** Finds a file by the fully qualified name of a service, method, message, field, enum, enum value or extension. */
  declaring(symbol: string): DescFile | undefined {
    return this.#declaredIn.get(symbol);
  }

  extension(extendee: string, number: number): DescExtension | undefined {
    return this.#extensions.get(extendee)?.get(number);
  }

  /** Undefined for an unknown type. */
  extensionNumbers(extendee: string): number[] | undefined {
    const known = this.#extensions.get(extendee);
    return known === undefined && !this.#declaredIn.has(extendee) ? undefined : [...(known?.keys() ?? [])];
  }

  #index(file: DescFile): void {
    for (const type of nestedTypes(file)) {
      this.#declaredIn.set(type.typeName, file);
      for (const part of partsOf(type)) this.#declaredIn.set(part, file);
      if (type.kind !== "extension") continue;
      const ofType = this.#extensions.get(type.extendee.typeName) ?? new Map<number, DescExtension>();
      this.#extensions.set(type.extendee.typeName, ofType.set(type.number, type));
    }
  }
}

/** The file and all that it imports, directly or not, each once. */
export function withImports(file: DescFile): DescFile[] {
  const all = new Set<DescFile>();
  const add = (each: DescFile) => {
    if (all.has(each)) return;
    all.add(each);
    each.dependencies.forEach(add);
  };
  add(file);
  return [...all];
}

function partsOf(type: ReturnType<typeof nestedTypes> extends Iterable<infer Type> ? Type : never): string[] {
  switch (type.kind) {
    case "service":
      return type.methods.map(({ name }) => `${type.typeName}.${name}`);
    case "message":
      return type.fields.map(({ name }) => `${type.typeName}.${name}`);
    case "enum":
      // The values of an enum are siblings of its name (language guide, "enum value names").
      return type.values.map(({ name }) => type.typeName.replace(/[^.]+$/, name));
    case "extension":
      return [];
  }
}
