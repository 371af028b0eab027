import { Button, Code, Group, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { saveFile } from "../list/save-file.ts";
import { useParley } from "../parley/client.ts";
import { useAction } from "../parley/use-action.tsx";
import { Copy } from "../text/copy.tsx";

interface CertificateProps {
  readonly jobId: string;
  /** The subject of the removal, in the form of `parley erase verify`: `user:gina`. */
  readonly subject?: string;
}

/** The certificate of a complete removal as a file, with the command that verifies it. */
export function Certificate({ jobId, subject }: CertificateProps) {
  const { parley, may } = useParley();
  const name = `certificate-${jobId}.json`;
  const get = useAction({
    run: () => parley.removals.getCertificate({ jobId }),
    onDone: (certificate) => saveFile(name, certificate),
  });
  if (!may("administrate")) return null;
  const line = `npx --no parley erase verify ${name}${subject === undefined ? "" : ` --subject ${quoted(subject)}`}`;
  return (
    <Stack gap={4} align="flex-start">
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconDownload size={14} aria-hidden />}
        loading={get.isPending}
        onClick={() => get.mutate()}
      >
        Certificate
      </Button>
      {get.isSuccess && (
        <>
          <Text size="xs">Anybody who has the file verifies it with:</Text>
          <Group gap={2} wrap="nowrap">
            <Code style={{ overflowWrap: "anywhere" }}>{line}</Code>
            <Copy value={line} label="Copy the command" />
          </Group>
        </>
      )}
    </Stack>
  );
}

/** Quotes a word for a shell. */
function quoted(word: string): string {
  return /^[\w:.@-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
