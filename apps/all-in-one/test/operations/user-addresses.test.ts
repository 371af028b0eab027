import { beforeAll, expect, test } from "vitest";
import type { Customer } from "../support/customer.ts";
import { useWorkspace } from "../support/use-workspace.ts";

const place = { organizationId: "addresses" };
const used = useWorkspace();
let customer: Customer;

beforeAll(async () => {
  customer = used.workspace.customer;
  await customer.data("/v2/users/add", { ...place, users: [{ userId: "known", email: "known@acme.example" }], createOrganization: true });
});

const emailsOf = async () => {
  const users = await customer.data("/v2/users/get", place);
  return Object.fromEntries(users.map(({ userId, email }: { userId: string; email: string }) => [userId, email]));
};

test("users' addresses are stored without white space around them, and null or an empty text removes one", async () => {
  const users = [
    { userId: "spaced", email: " ann@acme.example\n" },
    { userId: "intranet", email: "ann@intranet" },
    { userId: "blank", email: "  " },
  ];
  const results = await customer.data("/v2/users/add", { ...place, users });

  expect(Object.values(results)).toMatchObject([{ success: true }, { success: true }, { success: true }]);
  expect(await emailsOf()).toMatchObject({ spaced: "ann@acme.example", intranet: "ann@intranet", blank: "" });
  await customer.data("/v2/users/update", { ...place, users: [{ userId: "spaced", email: null }] });
  expect(await emailsOf()).toMatchObject({ spaced: "" });
});

test.each(["n/a", "ann@", "Ann <ann@acme.example>", '"a b"@acme.example', "a@b@acme.example", "ann@acme_.example"])(
  "the address %s, to which no mail is sent, is refused when it is set, and the rest of the batch is done",
  async (email) => {
    const added = await customer.data("/v2/users/add", {
      ...place,
      users: [
        { userId: "new", email },
        { userId: "other", email: "o@acme.example" },
      ],
    });
    const changed = await customer.data("/v2/users/update", { ...place, users: [{ userId: "known", email }] });

    expect(added).toMatchObject({ other: { success: true }, new: { success: false, code: "invalid" } });
    expect(added.new.message).toContain("The email of the user new ");
    if (email.startsWith('"')) expect(added.new.message).toContain("in quotes");
    expect(changed.known).toMatchObject({ success: false, code: "invalid" });
    expect(await emailsOf()).toMatchObject({ known: "known@acme.example", other: "o@acme.example" });
    expect(await emailsOf()).not.toHaveProperty("new");
  },
);

test("the addresses in a token's profile, of an owner and of a sender follow the same rule, and the refusal names the field", async () => {
  const permissions = { resources: [{ type: "organization", id: "addresses", accessRole: "viewer" }] };
  const bad = '"a b"@acme.example';
  const answers = [
    await customer.post("/v2/auth/generate_token", { userId: "t", userProperties: { email: bad }, permissions }),
    await used.workspace.owner.post("/v2/workspace/apikey/create", { ownerEmail: bad }),
    await customer.post("/v2/workspace/emailconfig/update", { emailServiceConfig: { fromEmail: bad } }),
    await customer.post("/v2/workspace/emailconfig/test", { to: bad }),
  ];
  const spaced = await used.workspace.owner.post("/v2/workspace/apikey/create", { ownerEmail: " owner@acme.example " });

  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  const fields = answers.map(({ body }) => body.error.details[0].field);
  expect(fields).toEqual(["userProperties.email", "ownerEmail", "emailServiceConfig.fromEmail", "to"]);
  for (const { body } of answers) expect(body.error.message).toContain("in quotes");
  expect(spaced.status).toBe(200);
});

test("addresses of people who are named in a comment are kept with it, so that existing code is not refused", async () => {
  const from = { userId: "named", email: " n/a " };
  const commentAnnotations = [{ annotationId: "t", commentData: [{ from, commentText: "Hello" }] }];
  const target = { ...place, documentId: "d" };
  await customer.data("/v2/organizations/documents/add", { ...place, documents: [{ documentId: "d" }] });
  await customer.data("/v2/commentannotations/add", { ...target, commentAnnotations });

  const [thread] = await customer.data("/v2/commentannotations/get", { ...target, usersAsGiven: true });
  expect(thread.comments[0].from).toMatchObject({ userId: "named", email: "n/a" });
});
