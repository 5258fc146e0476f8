import type { HostileRequest } from "../hostile-request.ts";

function token(value: unknown): string {
  return Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
}

const v = "meta.k8s.io/v1";

const tokens: Readonly<Record<string, string>> = {
  "that is no Base64": "%%%",
  "in plain words": "more",
  "with padding": `${token({ v, rv: 1, start: "a\u0000" })}==`,
  "of no JSON": token("{"),
  "of a list": token("[]"),
  "of null": token("null"),
  "of another version": token({ v: "meta.k8s.io/v9", rv: 1, start: "a" }),
  "without a version": token({ rv: 1, start: "a" }),
  "without a start": token({ v, rv: 1 }),
  "that goes up": token({ v, rv: 1, start: "../../secrets/\u0000" }),
  "that goes up in the middle": token({ v, rv: 1, start: "default/../../secrets\u0000" }),
  "that starts at the root": token({ v, rv: 1, start: "/default/a\u0000" }),
  "of a version below nothing": token({ v, rv: -5, start: "default/a\u0000" }),
  "of no version of the store": token({ v, rv: 0, start: "default/a\u0000" }),
  "of a version past all bounds": token(`{"v":"${v}","rv":99999999999999999999,"start":"a"}`),
  "whose version is a text": token({ v, rv: "1", start: "a" }),
  "whose start is a number": token({ v, rv: 1, start: 1 }),
  "of a very long start": token({ v, rv: 1, start: `${"a".repeat(100_000)}\u0000` }),
  "of another namespace": token({ v, rv: -1, start: "zzz/a\u0000" }),
  "of a megabyte": "A".repeat(700_000),
  "of the prototype": token('{"__proto__":{"v":"meta.k8s.io/v1"},"rv":1,"start":"a"}'),
};

/** Continue tokens that the server has not given. */
export const tokenRequests: readonly HostileRequest[] = Object.entries(tokens).flatMap(([what, value]) => {
  const query = `limit=1&continue=${encodeURIComponent(value)}`;
  return [
    { name: `a continue token ${what}`, method: "GET", target: `/api/v1/configmaps?${query}` },
    {
      name: `a continue token ${what}, in a namespace`,
      method: "GET",
      target: `/api/v1/namespaces/default/configmaps?${query}`,
    },
  ];
});
