import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { PageLink } from "../list/link.tsx";
import { useParley } from "../parley/client.ts";
import { Time } from "../text/time.tsx";
import { actorName } from "./actor-name.tsx";

interface LastChangeProps {
  /** The operations that change the setting. */
  readonly actions: readonly string[];
  /** The API key of the setting; absent for a setting of the workspace. */
  readonly of?: string | undefined;
}

const lookedAt = 20;

/** Shows administrators who last changed a setting, from the newest audit record of an operation that changes it. */
export function LastChange({ actions, of }: LastChangeProps) {
  const { parley, may } = useParley();
  const { data } = useQuery({
    queryKey: ["audit", "last", of ?? "", ...actions],
    queryFn: async () => {
      const filters = { actions, pageSize: lookedAt, ...(of === undefined ? {} : { apiKey: of }) };
      const { data: records } = await parley.audit.list(filters);
      return records.find(({ outcome }) => outcome === "success") ?? null;
    },
    enabled: may("administrate"),
    // Saving reloads the settings and with them this record. It is not reloaded otherwise, because each read of the audit log is recorded
    // itself.
    staleTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });
  if (data === undefined || data === null) return null;
  return (
    <Text size="xs" c="dimmed" component="div">
      Last changed by {actorName(data.actor)}, <Time at={data.occurredAt} size="xs" />.{" "}
      <PageLink to="/audit" search={{ action: actions.join(","), ...(of === undefined ? {} : { of }) }} size="xs">
        All changes
      </PageLink>
    </Text>
  );
}
