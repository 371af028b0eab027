/** One kind of request of the load. `service` is the service that must run for it. */
interface Request {
  readonly service: string;
  readonly path: string;
  readonly data: (n: number) => object;
  /** The idempotency key of the nth write, if it has one. With a key, a write may be repeated like a read. */
  readonly key?: (n: number) => string;
  /** How an acknowledged nth write is found afterwards. */
  readonly wrote?: (n: number) => Written;
}

export interface Written {
  readonly kind: "user" | "annotation";
  readonly id: string;
  readonly documentId?: string;
}

export const organizationId = "acme";
export const documents = Array.from({ length: 10 }, (_, index) => `d${index}`);

/**
 * Reads and writes of every service that serves customers, in turn. Every other write has an idempotency key. Ids begin with the run's id.
 */
export function requestsOf(run: string): readonly Request[] {
  const documentOf = (n: number) => documents[Math.floor(n / documents.length) % documents.length] ?? "d0";
  const key = (n: number) => `${run}-${n}`;
  const author = { userId: "ada", name: "Ada" };
  const annotation = {
    service: "activity",
    path: "/v2/commentannotations/add",
    data: (n: number) => ({
      organizationId,
      documentId: documentOf(n),
      commentAnnotations: [
        { annotationId: `${run}-a${n}`, type: "text", commentData: [{ commentId: `c${n}`, from: author, commentText: `t${n}` }] },
      ],
    }),
    wrote: (n: number) => ({ kind: "annotation", id: `${run}-a${n}`, documentId: documentOf(n) }) as const,
  };
  const user = {
    service: "users",
    path: "/v2/users/add",
    data: (n: number) => ({ organizationId, users: [{ userId: `${run}-u${n}`, name: "U", email: "u@acme.example" }] }),
    wrote: (n: number) => ({ kind: "user", id: `${run}-u${n}` }) as const,
  };
  const annotations = {
    service: "activity",
    path: "/v2/commentannotations/get",
    data: (n: number) => ({ organizationId, documentId: documentOf(n), pageSize: 5 }),
  };
  const users = { service: "users", path: "/v2/users/get", data: () => ({ organizationId, userIds: ["ada"] }) };
  const named = {
    service: "organization-directory",
    path: "/v2/organizations/documents/get",
    data: (n: number) => ({ organizationId, documentIds: [documentOf(n)] }),
  };
  return [annotation, annotations, user, users, named, { ...annotation, key }, annotations, { ...user, key }, users, named];
}
