import { ActionIcon, Box, Button, Group, NavLink, Text } from "@mantine/core";
import type { Folder } from "@parley/sdk";
import { IconChevronDown, IconChevronRight, IconFolder } from "@tabler/icons-react";
import { useState } from "react";
import { useParley } from "../parley/client.ts";
import { Failure } from "../parley/failure.tsx";
import { useList } from "../parley/use-list.ts";
import { Their } from "../text/their.tsx";

interface FolderTreeProps {
  readonly organization: string;
  /** The id of the folder that is chosen; `root` for what lies in none, undefined for all. */
  readonly chosen: string | undefined;
  readonly onChoose: (folder: string | undefined) => void;
}

/** The folders of an organization. Each level is read when it is opened, and in pages. */
export function FolderTree(props: FolderTreeProps) {
  const { chosen, onChoose } = props;
  return (
    <Box component="nav" aria-label="Folders">
      <NavLink component="button" label="All documents" active={chosen === undefined} onClick={() => onChoose(undefined)} />
      <NavLink component="button" label="In no folder" active={chosen === "root"} onClick={() => onChoose("root")} />
      <Level {...props} parent={undefined} />
    </Box>
  );
}

function Level({ parent, ...props }: FolderTreeProps & { readonly parent: string | undefined }) {
  const { parley, apiKey } = useParley();
  const { organization } = props;
  const list = useList<Folder>([apiKey, "folders", organization, parent], (pageToken) =>
    parley.folders.list({
      organizationId: organization,
      pageSize: 100,
      maxDepth: 1,
      pageToken,
      ...(parent === undefined ? {} : { parentFolderId: parent }),
    }),
  );
  if (list.isPending)
    return (
      <Text size="sm" c="dimmed" px="sm" py={4}>
        Loading folders…
      </Text>
    );
  if (list.data === undefined) return <Failure error={list.error} onRetry={list.refetch} />;
  if (list.data.length === 0 && parent === undefined)
    return (
      <Text size="sm" c="dimmed" px="sm" py={4}>
        No folders.
      </Text>
    );
  return (
    <>
      {list.data.map((folder) => (
        <Branch key={folder.folderId} folder={folder} {...props} />
      ))}
      {list.hasNextPage && (
        <Button size="compact-sm" variant="subtle" loading={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
          More folders
        </Button>
      )}
    </>
  );
}

function Branch({ folder, ...props }: FolderTreeProps & { readonly folder: Folder }) {
  const { folderId, folderName, subFolders = [], mayHaveMoreSubFolders = false } = folder;
  const [isOpen, setOpen] = useState(false);
  const hasMore = subFolders.length > 0 || mayHaveMoreSubFolders;
  const name = folderName ?? folderId;
  return (
    <Box>
      <Group gap={0} wrap="nowrap">
        {hasMore ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            onClick={() => setOpen(!isOpen)}
            aria-expanded={isOpen}
            aria-label={`${isOpen ? "Close" : "Open"} ${name}`}
          >
            {isOpen ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />}
          </ActionIcon>
        ) : (
          <Box w={28} />
        )}
        <NavLink
          component="button"
          label={<Their>{name}</Their>}
          leftSection={<IconFolder size={16} aria-hidden />}
          active={props.chosen === folderId}
          onClick={() => props.onChoose(folderId)}
        />
      </Group>
      {isOpen && (
        <Box pl="md">
          <Level {...props} parent={folderId} />
        </Box>
      )}
    </Box>
  );
}
