const names = ["status", "priority", "assignedTo"] as const;

/** The first field of the threads in a request that only editors may set, even to null. */
export function editorsField(data: object): string | undefined {
  const { commentAnnotations = [] } = data as { readonly commentAnnotations?: readonly Readonly<Record<string, unknown>>[] };
  for (const [index, thread] of commentAnnotations.entries()) {
    const name = names.find((each) => thread[each] !== undefined);
    if (name !== undefined) return `commentAnnotations[${index}].${name}`;
  }
  return undefined;
}
