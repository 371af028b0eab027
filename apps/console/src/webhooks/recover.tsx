import { Alert, Button, Modal, Select, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParley } from "../parley/client.ts";
import { useAction } from "../parley/use-action.tsx";

const hourMs = 3_600_000;

/** Sends all failed and held deliveries since a time again, and shows the progress. */
export function Recover() {
  const { parley, apiKey } = useParley();
  const [isOpen, modal] = useDisclosure(false);
  const [hours, setHours] = useState("24");
  const recover = useAction({
    run: () => parley.webhooks.recoverDeliveries({ since: Date.now() - Number(hours) * hourMs }),
    changes: [[apiKey, "deliveries"]],
  });
  const recoveryId = recover.data?.recoveryId;
  const { data: progress = recover.data } = useQuery({
    queryKey: [apiKey, "recovery", recoveryId],
    queryFn: () => parley.webhooks.getRecovery({ recoveryId: recoveryId ?? "" }),
    enabled: recoveryId !== undefined,
    refetchInterval: ({ state }) => (state.data?.isCompleted ? false : 1_000),
  });
  return (
    <>
      <Button variant="default" onClick={modal.open}>
        Resend failed…
      </Button>
      <Modal opened={isOpen} onClose={modal.close} title="Resend failed deliveries">
        <Stack>
          <Text size="sm">
            Resends all failed and held deliveries with the same ids and bodies. Endpoints that responded 410 are tried again.
          </Text>
          <Select
            label="Since"
            data={[
              { value: "1", label: "An hour ago" },
              { value: "24", label: "A day ago" },
              { value: "168", label: "A week ago" },
              { value: "720", label: "30 days ago" },
            ]}
            value={hours}
            onChange={(chosen) => setHours(chosen ?? "24")}
            allowDeselect={false}
          />
          {progress !== undefined && (
            <Alert color={progress.isCompleted ? "green" : "blue"} role="status">
              {progress.recovered} resent{progress.isCompleted ? "; completed." : " so far…"}
            </Alert>
          )}
          <Button loading={recover.isPending} onClick={() => recover.mutate()}>
            Resend
          </Button>
        </Stack>
      </Modal>
    </>
  );
}
