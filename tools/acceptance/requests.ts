/** One kind of request of the load. The service is the one whose absence would fail it. */
interface Request {
  readonly service: string;
  readonly path: string;
  readonly data: (n: number) => object;
  /** What an acknowledged write of that number must be found by afterwards. */
  readonly wrote?: (n: number) => Written;
}

export interface Written {
  readonly kind: "user" | "annotation";
  readonly id: string;
  readonly documentId?: string;
}

export const organizationId = "acme";
export const documents = Array.from({ length: 10 }, (_, index) => `d${index}`);

/** Reads and writes of every service that answers customers' requests, in turns; ids begin with the run's own. */
export function requestsOf(run: string): readonly Request[] {
  const documentOf = (n: number) => documents[n % documents.length] ?? "d0";
  const author = { userId: "ada", name: "Ada" };
  return [
    {
      service: "activity",
      path: "/v2/commentannotations/add",
      data: (n) => ({
        organizationId,
        documentId: documentOf(n),
        commentAnnotations: [
          { annotationId: `${run}-a${n}`, type: "text", commentData: [{ commentId: `c${n}`, from: author, commentText: `t${n}` }] },
        ],
      }),
      wrote: (n) => ({ kind: "annotation", id: `${run}-a${n}`, documentId: documentOf(n) }),
    },
    {
      service: "activity",
      path: "/v2/commentannotations/get",
      data: (n) => ({ organizationId, documentId: documentOf(n), pageSize: 5 }),
    },
    {
      service: "users",
      path: "/v2/users/add",
      data: (n) => ({ organizationId, users: [{ userId: `${run}-u${n}`, name: "U", email: "u@acme.example" }] }),
      wrote: (n) => ({ kind: "user", id: `${run}-u${n}` }),
    },
    { service: "users", path: "/v2/users/get", data: () => ({ organizationId, userIds: ["ada"] }) },
    {
      service: "organization-directory",
      path: "/v2/organizations/documents/get",
      data: (n) => ({ organizationId, documentIds: [documentOf(n)] }),
    },
  ];
}
