import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useParley } from "../parley/client.ts";

/** The completed steps of an API key's set-up. */
export interface FirstSteps {
  readonly document: boolean;
  readonly comment: boolean;
  readonly webhook: boolean;
  readonly mail: boolean;
}

// A workspace whose first organizations, this many, have no document counts as not begun.
const organizationsLookedAt = 5;
const soonMs = 3_000;

/** The progress of an API key's set-up, checked every few seconds until there is a first comment. */
export function useFirstSteps(): Pick<UseQueryResult<FirstSteps>, "data" | "isPending"> {
  const { parley, apiKey } = useParley();
  return useQuery({
    queryKey: [apiKey, "first steps"],
    queryFn: async (): Promise<FirstSteps> => {
      const [{ data: organizations }, webhooks, emails] = await Promise.all([
        parley.organizations.list({ pageSize: organizationsLookedAt }),
        parley.webhooks.getConfig(),
        parley.emails.getConfig(),
      ]);
      const found = await Promise.all(organizations.map(({ organizationId }) => contentOf(organizationId)));
      return {
        document: found.some(({ document }) => document),
        comment: found.some(({ comment }) => comment),
        webhook: webhooks.useWebhookService,
        mail: emails.useEmailService,
      };
    },
    refetchInterval: ({ state }) => (state.data?.comment === true ? false : soonMs),
  });

  async function contentOf(organizationId: string) {
    const [documents, threads] = await Promise.all([
      parley.documents.list({ organizationId, pageSize: 1 }),
      parley.threads.list({ organizationId, pageSize: 1 }),
    ]);
    return { document: documents.data.length > 0, comment: threads.data.some(({ comments }) => comments.length > 0) };
  }
}
