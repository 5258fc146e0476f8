import { describe, expect, test } from "vitest";
import { whoIs } from "./who-is.ts";

describe("whoIs", () => {
  test.each([
    [{}, undefined],
    [{ user: "jane" }, { user: "jane", groups: [] }],
    [
      { user: "jane", groups: ["ops"] },
      { user: "jane", groups: ["ops"] },
    ],
    [
      { serviceAccount: "shop/operator" },
      {
        user: "system:serviceaccount:shop:operator",
        groups: ["system:serviceaccounts", "system:serviceaccounts:shop"],
      },
    ],
  ])("%j is %j", (identity, who) => {
    expect(whoIs(identity)).toEqual(who);
  });

  test.each([
    [{ groups: ["ops"] }, "groups: they are of no user; name one"],
    [{ user: "jane", serviceAccount: "a/b" }, 'serviceAccount: there is the user "jane", too; name one of them'],
    [{ groups: [], serviceAccount: "a/b" }, "groups: a service account has its own; leave them out"],
    [{ serviceAccount: "operator" }, 'serviceAccount: "operator" has no namespace; write "namespace/name"'],
    [{ serviceAccount: "a/b/c" }, 'serviceAccount: key "a/b/c" has more than one slash; write namespace/name, or name'],
  ])("%j is refused", (identity, message) => {
    expect(() => whoIs(identity)).toThrow(expect.objectContaining({ code: "INVALID_OPTION", message }));
  });
});
