import { Alert, List, Stack, Text } from "@mantine/core";
import { IconHandStop } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { PageLink } from "../list/link.tsx";
import { useParley } from "../parley/client.ts";

const refetchMs = 10_000;

/** Shows that deliveries are held, why, and how to release them; nothing if none is held. */
export function HeldDeliveries() {
  const { parley, apiKey, may } = useParley();
  const { data: isAnyHeld = false } = useQuery({
    queryKey: [apiKey, "deliveries", "any held"],
    queryFn: async () => (await parley.webhooks.listDeliveries({ state: "held", pageSize: 1 })).data.length > 0,
    refetchInterval: refetchMs,
  });
  if (!isAnyHeld) return null;
  return (
    <Alert color="orange" icon={<IconHandStop aria-hidden />} title="Deliveries are held" role="status">
      <Stack gap="xs">
        <Text size="sm">
          Nothing more is sent of{" "}
          <PageLink to="/k/$key/webhooks" params={{ key: apiKey }} search={{ state: "held" }} c="inherit" underline="always">
            held deliveries
          </PageLink>{" "}
          until somebody asks for it. They wait for one of two reasons:
        </Text>
        <List size="sm">
          <List.Item>The endpoint answered 410 (Gone): it wants no more events. Mend it, or set another URL.</List.Item>
          <List.Item>Webhooks were switched off, or the URL was taken away, before they were sent. Switch them on again.</List.Item>
        </List>
        {may("act") && (
          <Text size="sm">Then “Resend failed…” on the page of webhooks sends all of them, with the same ids and bodies.</Text>
        )}
      </Stack>
    </Alert>
  );
}
