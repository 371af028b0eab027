import { Button, Group, Select } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { RemovalButton } from "../forms/removal-button.tsx";
import { useParley } from "../parley/client.ts";
import { useAction } from "../parley/use-action.tsx";
import { Their } from "../text/their.tsx";
import { useUserChoice } from "./use-user-choice.ts";

interface GroupProps {
  readonly organization: string;
  readonly group: string;
}

/** The group whose users are listed, with a button back to all users. */
export function ChosenGroup({ group, onLeave }: { readonly group: string; readonly onLeave: () => void }) {
  return (
    <Button
      variant="default"
      onClick={onLeave}
      rightSection={<IconX size={14} aria-hidden />}
      aria-label={`In group ${group}: show all users`}
    >
      In group&nbsp;<Their>{group}</Their>
    </Button>
  );
}

/** Adds a user of the organization to a group. */
export function AddToGroup({ organization, group }: GroupProps) {
  const { parley, apiKey } = useParley();
  const [typed, setTyped] = useState("");
  const [user, setUser] = useState<string | null>(null);
  const users = useUserChoice(organization, user === null ? typed : "");
  const add = useAction({
    run: async () =>
      (await parley.groups.addUsers({ organizationId: organization, organizationUserGroupId: group, userIds: [user ?? ""] })).orThrow(),
    changes: [
      [apiKey, "users"],
      [apiKey, "groups"],
    ],
    done: "The user has been added to the group.",
    onDone: () => {
      setUser(null);
      setTyped("");
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <Group component="form" onSubmit={submit} gap="xs">
      <Select
        aria-label="User to add to the group"
        placeholder="A name, e-mail or id"
        searchable
        data={users.map(({ userId, name }) => ({ value: userId, label: name || userId }))}
        filter={({ options }) => options}
        searchValue={typed}
        onSearchChange={setTyped}
        value={user}
        onChange={setUser}
        nothingFoundMessage="No users found."
        w={220}
      />
      <Button type="submit" loading={add.isPending} disabled={user === null}>
        Add to group
      </Button>
    </Group>
  );
}

/** Removes a user from a group. */
export function RemoveFromGroup({ organization, group, user }: GroupProps & { readonly user: string }) {
  const { parley, apiKey } = useParley();
  const remove = useAction({
    run: async () =>
      (await parley.groups.deleteUsers({ organizationId: organization, organizationUserGroupId: group, userIds: [user] })).orThrow(),
    changes: [
      [apiKey, "users"],
      [apiKey, "groups"],
    ],
    done: "The user has been removed from the group.",
  });
  return (
    <RemovalButton
      label={`Remove ${user} from the group`}
      title="Remove this user from the group?"
      words={
        <>
          <Their>{user}</Their> stays in the organization, and may be added to <Their>{group}</Their> again.
        </>
      }
      yes="Remove"
      run={() => remove.mutate()}
      isRunning={remove.isPending}
    >
      Remove
    </RemovalButton>
  );
}
