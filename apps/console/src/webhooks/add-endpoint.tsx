import { TextInput } from "@mantine/core";
import { useState } from "react";
import { AddDialog } from "../forms/add-dialog.tsx";
import { useFilters } from "../list/use-filters.ts";
import { useParley } from "../parley/client.ts";
import { useAction } from "../parley/use-action.tsx";

interface AddEndpointProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Adds an endpoint by its URL, and opens its settings. */
export function AddEndpoint({ isOpen, onClose }: AddEndpointProps) {
  const { parley, apiKey } = useParley();
  const [, setFilters] = useFilters();
  const [url, setUrl] = useState("");
  const [uid, setUid] = useState("");
  const add = useAction({
    run: () => parley.webhooks.createEndpoint({ url, ...(uid === "" ? {} : { uid }) }),
    changes: [[apiKey, "endpoints"]],
    done: "It receives events from 2 seconds from now.",
    onDone: ({ endpointId }) => {
      onClose();
      setUrl("");
      setUid("");
      setFilters({ endpoint: endpointId });
    },
  });
  return (
    <AddDialog title="Add an endpoint" isOpen={isOpen} onClose={onClose} add={add}>
      <TextInput
        label="URL"
        description="It receives every event, with the whole thread, until you choose otherwise"
        type="url"
        required
        placeholder="https://example.com/webhooks"
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <TextInput
        label="Your own id"
        description="Identifies it in your programs; optional"
        placeholder="crm"
        value={uid}
        onChange={(event) => setUid(event.currentTarget.value)}
      />
    </AddDialog>
  );
}
