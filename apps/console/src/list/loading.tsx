import { Box, Center, Loader, Text } from "@mantine/core";

/** A loading indicator with a text. */
export function Loading({ words }: { readonly words: string }) {
  return (
    <Box py="xl" role="status">
      <Center>
        <Loader size="sm" mr="sm" aria-hidden />
        <Text c="dimmed">{words}</Text>
      </Center>
    </Box>
  );
}
