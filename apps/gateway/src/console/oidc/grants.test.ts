import { expect, test } from "vitest";
import { accessOf, parseGrants, personOf, valuesOf } from "./grants.ts";

const grants = parseGrants("support=ws_b:read, admins=ws_a:administrate,support=ws_a:act, cn=ops=ws_c:read");

test("a person gets the highest role of the workspace that the first matching grant names", () => {
  expect(accessOf(grants, ["admins", "support"])).toEqual({ workspaceId: "ws_b", role: "read" });
  expect(accessOf(grants, ["support", "admins"], "ws_a")).toEqual({ workspaceId: "ws_a", role: "administrate" });
  expect(accessOf(grants, ["support"], "ws_a")).toEqual({ workspaceId: "ws_a", role: "act" });
  expect(accessOf(grants, ["cn=ops"])).toEqual({ workspaceId: "ws_c", role: "read" });
});

test("a person without the value of a grant, or who asks for another workspace, gets no access", () => {
  expect(accessOf(grants, ["Admins", "admin", ""])).toBeUndefined();
  expect(accessOf(grants, ["admins"], "ws_b")).toBeUndefined();
  expect(accessOf([], ["admins"])).toBeUndefined();
});

test("a claim is one text or a list of them, and an e-mail address counts only when it is verified", () => {
  expect(valuesOf({ groups: ["a", 1, null, "b"] }, "groups")).toEqual(["a", "b"]);
  expect(valuesOf({ groups: "a" }, "groups")).toEqual(["a"]);
  expect(valuesOf({ groups: { a: true } }, "groups")).toEqual([]);
  expect(valuesOf({ email: "a@acme.example" }, "email")).toEqual([]);
  expect(valuesOf({ email: "a@acme.example", email_verified: "true" }, "email")).toEqual([]);
  expect(valuesOf({ email: "a@acme.example", email_verified: true }, "email")).toEqual(["a@acme.example"]);
});

test.each(["admins", "admins=ws_a", "admins=ws_a:owner", "=ws_a:read", "admins=:read"])(
  "the grant %s is refused with its text in the message",
  (part) => {
    expect(() => parseGrants(`good=ws_a:read,${part}`)).toThrow(`holds ${JSON.stringify(part)}`);
  },
);

test("a person is named by an e-mail address only when the identity provider says that it is verified", () => {
  expect(personOf({ sub: "1", name: "Alice", email: "alice@acme.example", email_verified: true })).toBe("alice@acme.example");
  for (const verified of [undefined, false, "true", 1]) {
    const claims = { sub: "1", email: "alice@acme.example", email_verified: verified };
    expect(personOf(claims), String(verified)).toBe("subject 1");
    expect(personOf({ ...claims, name: "Alice" }), String(verified)).toBe("unverified: Alice");
  }
});

test("no other name of a person can be taken for a verified address", () => {
  const claims = { sub: "1", email: "", email_verified: true };

  expect(personOf({ ...claims, preferred_username: "boss@acme.example", name: "Alice" })).toBe("unverified: boss@acme.example");
  expect(personOf({ ...claims, name: "boss@acme.example" })).toBe("unverified: boss@acme.example");
  expect(personOf({ sub: "boss@acme.example" })).toBe("subject boss@acme.example");
  expect(personOf({ sub: "1", email: ["boss@acme.example"], email_verified: true })).toBe("subject 1");
  expect(personOf({ sub: "1", name: "a".repeat(300) })).toHaveLength(200);
});
