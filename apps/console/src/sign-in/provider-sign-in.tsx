import { Alert, Button, Code, Stack, Text } from "@mantine/core";
import { IconLogin2 } from "@tabler/icons-react";

const problems: Readonly<Record<string, string>> = {
  over: "This sign-in has expired, or was begun in another window or at another address. Begin again here.",
  refused: "The sign-in was refused. Begin again, and ask your administrator if it fails again.",
  "no-access": "You are signed in, but have no access to a workspace here. Ask your administrator for access.",
  unavailable: "Your organization's sign-in is not responding. Try again in a minute.",
  elsewhere: "Sign in here, at the address of this installation. Continue below.",
};

interface ProviderSignInProps {
  readonly name: string;
  readonly back: string | undefined;
  /** The id of the requested workspace. */
  readonly workspace: string | undefined;
  readonly problem: string | undefined;
  /** The request id with which the log shows more about the problem. */
  readonly request: string | undefined;
}

/** Leads to the identity provider, and explains why the way back ended here. */
export function ProviderSignIn({ name, back, workspace, problem, request }: ProviderSignInProps) {
  const words = problem === undefined ? undefined : problems[problem];
  const scheme = location.protocol.slice(0, -1);
  const query = new URLSearchParams({ scheme, ...(back === undefined ? {} : { back }), ...(workspace === undefined ? {} : { workspace }) });
  return (
    <Stack>
      {words !== undefined && (
        <Alert color={problem === "elsewhere" ? "blue" : "red"} role="alert">
          {words}
          {request !== undefined && /^[\w.:-]{1,100}$/.test(request) && (
            <Text size="sm" mt="xs">
              Request <Code>{request}</Code>
            </Text>
          )}
        </Alert>
      )}
      <Button component="a" href={`/console/oidc/sign-in?${query}`} leftSection={<IconLogin2 size={18} aria-hidden />} fullWidth>
        Continue with {name}
      </Button>
    </Stack>
  );
}
