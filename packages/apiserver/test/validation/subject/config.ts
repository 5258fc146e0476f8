import type { Subject } from "../subject.ts";

const secret = { apiVersion: "v1", kind: "Secret", resource: "secrets", isNamespaced: true } as const;
const configMap = { apiVersion: "v1", kind: "ConfigMap", resource: "configmaps", isNamespaced: true } as const;

/** Types with what secrets of them contain. */
const types: readonly (readonly [name: string, type: string, data: Readonly<Record<string, string>>])[] = [
  ["dockercfg", "kubernetes.io/dockercfg", { ".dockercfg": "{}" }],
  ["docker", "kubernetes.io/dockerconfigjson", { ".dockerconfigjson": '{"auths":{}}' }],
  ["basic", "kubernetes.io/basic-auth", { username: "u", password: "p" }],
  ["ssh", "kubernetes.io/ssh-auth", { "ssh-privatekey": "k" }],
  ["tls", "kubernetes.io/tls", { "tls.crt": "", "tls.key": "" }],
];

const badJson = ["", "x", "{", "[]", '"a"', "1", "true", "null", '{"a"', '{"a":}', '{"a":1,}', "{} x", "\u0000"];

export const configSubjects: readonly Subject[] = [
  {
    ...configMap,
    name: "plain",
    object: { data: { a: "1", "b.c": "2" }, binaryData: { d: "AAEC" } },
    changes: [
      { "data/bad key": "x" },
      { "data/..": "x" },
      { "data/.": "x" },
      { "data/..a": "x" },
      { "data/d": "twice" },
      { data: { ["k".repeat(254)]: "x" } },
      { "data/large": "x".repeat(1024 * 1024) },
      { "binaryData/bad key": "AAEC" },
      { immutable: true },
      { "metadata/name": "Bad_Name" },
      { "metadata/labels": { "a/b/c": "x" } },
      { "metadata/finalizers": ["short"] },
      { "metadata/finalizers": ["example.com/long"] },
      { "metadata/ownerReferences": [{ apiVersion: "v1", kind: "Pod", name: "", uid: "" }] },
    ],
  },
  {
    ...configMap,
    name: "frozen",
    object: { immutable: true, data: { a: "1" }, binaryData: { d: "AAEC" } },
    changes: [{ "data/b": "2" }, { "metadata/labels": { a: "b" } }],
  },
  {
    ...secret,
    name: "plain",
    object: { type: "Opaque", data: { a: "AAEC" } },
    changes: [
      { "data/bad key": "AAEC" },
      { stringData: { b: "2" } },
      { stringData: { "bad key": "2" } },
      { type: "kubernetes.io/service-account-token" },
      { type: "example.com/any" },
      { "data/large": Buffer.alloc(1024 * 1024).toString("base64") },
      { immutable: true },
      ...types.map(([, type]) => ({ type })),
    ],
  },
  { ...secret, name: "frozen", object: { immutable: true, type: "Opaque", data: { a: "AAEC" } } },
  {
    ...secret,
    name: "token",
    object: {
      metadata: { annotations: { "kubernetes.io/service-account.name": "default" } },
      type: "kubernetes.io/service-account-token",
    },
    changes: [{ "metadata/annotations": {} }],
  },
  ...types.map(([name, type, data]): Subject => {
    const encoded = Object.entries(data).map(([key, text]) => [key, Buffer.from(text).toString("base64")]);
    const key = Object.keys(data)[0] as string;
    return {
      ...secret,
      name,
      object: { type, data: Object.fromEntries(encoded) },
      changes: [
        { data: {} },
        ...(name.startsWith("docker") ? badJson : []).map((text) => ({
          [`data/${key}`]: Buffer.from(text).toString("base64"),
        })),
      ],
    };
  }),
  {
    apiVersion: "v1",
    kind: "ServiceAccount",
    resource: "serviceaccounts",
    isNamespaced: true,
    name: "plain",
    object: { secrets: [{ name: "a" }], imagePullSecrets: [{ name: "b" }], automountServiceAccountToken: false },
    changes: [
      { "metadata/annotations": { "kubernetes.io/enforce-mountable-secrets": "true" } },
      { "metadata/name": "Bad_Name" },
    ],
  },
];
