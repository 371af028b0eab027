import type { About } from "../whole-release.ts";
import { RunningImage } from "./running-image.ts";
import type { Credentials } from "./trial.ts";

interface Upgrade {
  readonly before: About & { readonly archive: string };
  readonly after: string;
  readonly data: string;
}

/**
 * Starts the image of the earlier release, writes a thread, and starts the later image with the same data. Fails if the thread is missing
 * then. Returns the later image, running.
 */
export async function upgraded({ before, after, data }: Upgrade): Promise<RunningImage> {
  {
    await using running = await RunningImage.start(before.archive, data);
    const credentials = running.credentials();
    const document = { organizationId: "before", createOrganization: true, documents: [{ documentId: "plan", documentName: "Plan" }] };
    await call(credentials, "/v2/organizations/documents/add", document);
    const comment = { from: { userId: "ada", name: "Ada" }, commentText: `Written by ${before.version}.` };
    await call(credentials, "/v2/commentannotations/add", {
      ...place,
      commentAnnotations: [{ annotationId: "kept", commentData: [comment] }],
    });
  }
  const running = await RunningImage.start(after, data);
  try {
    const answer = await call(running.credentials(), "/v2/commentannotations/get", { ...place, annotationIds: ["kept"] });
    if (!answer.includes(`Written by ${before.version}.`))
      throw new Error(`The thread that ${before.version} wrote is missing after the upgrade: ${answer}`);
    return running;
  } catch (error) {
    await running[Symbol.asyncDispose]();
    throw error;
  }
}

const place = { organizationId: "before", documentId: "plan" };

async function call(credentials: Credentials, path: string, data: object): Promise<string> {
  const response = await fetch(`${credentials.PARLEY_BASE_URL}${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-svc-api-key": credentials.PARLEY_API_KEY,
      "x-svc-auth-token": credentials.PARLEY_AUTH_TOKEN,
    },
    body: JSON.stringify({ data }),
    redirect: "error",
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  return text;
}
