import type { Subject } from "../subject.ts";

/** A request that is signed well. */
const request = [
  "-----BEGIN CERTIFICATE REQUEST-----",
  "MIHbMIGBAgEAMB8xDTALBgNVBAMMBGV4YW0xDjAMBgNVBAoMBWdyb3VwMFkwEwYH",
  "KoZIzj0CAQYIKoZIzj0DAQcDQgAEHbzRCDwxWakRbmuhhHLWX7TE+FVx1o4+tdoI",
  "ZPJihG3F72MUlDUz434C++rPewxXYI8BAudpfpeqTAS1MoInTKAAMAoGCCqGSM49",
  "BAMCA0kAMEYCIQCRNpQ1a4QURC1h8glUpiUu05Psa4wbnHk48eKlc9rO3wIhAKCe",
  "wXBjQOgJMxYqkga+5s39jfcbmOFE6LDkkQXwc1ZD",
  "-----END CERTIFICATE REQUEST-----",
  "",
].join("\n");

/** A certificate that nobody trusts. */
const certificate = [
  "-----BEGIN CERTIFICATE-----",
  "MIIBdjCCARugAwIBAgIUAsPUW/f4nBDtMYDJBTp+2evFJTgwCgYIKoZIzj0EAwIw",
  "DzENMAsGA1UEAwwEZXhhbTAgFw0yNjExMTUxOTE0MTZaGA8yMTI2MTAyMjE5MTQx",
  "NlowDzENMAsGA1UEAwwEZXhhbTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABB28",
  "0Qg8MVmpEW5roYRy1l+0xPhVcdaOPrXaCGTyYoRtxe9jFJQ1M+N+Avvqz3sMV2CP",
  "AQLnaX6XqkwEtTKCJ0yjUzBRMB0GA1UdDgQWBBT1qPTdfsD1kIicCU7E3rjjgQEB",
  "uDAfBgNVHSMEGDAWgBT1qPTdfsD1kIicCU7E3rjjgQEBuDAPBgNVHRMBAf8EBTAD",
  "AQH/MAoGCCqGSM49BAMCA0kAMEYCIQDvkAN11nlYttm+BVS4LIAQQvp0HJbF7rWA",
  "PqG1N9d0AwIhAKa5YOVnr/OK+v+YiyaVxpVhBsWDj8n71AVNSDpjgBMR",
  "-----END CERTIFICATE-----",
  "",
].join("\n");

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

const selector = { matchLabels: { a: "b" }, matchExpressions: [{ key: "c", operator: "In", values: ["d"] }] };

/** What both kinds of webhooks have. */
const webhook = {
  name: "a.example.com",
  admissionReviewVersions: ["v1", "v2"],
  sideEffects: "None",
  failurePolicy: "Fail",
  matchPolicy: "Exact",
  timeoutSeconds: 5,
  clientConfig: { service: { namespace: "default", name: "s", path: "/a/b", port: 443 } },
  namespaceSelector: selector,
  objectSelector: selector,
  rules: [
    {
      operations: ["CREATE", "UPDATE"],
      apiGroups: ["apps"],
      apiVersions: ["v1"],
      resources: ["deployments", "pods/status"],
      scope: "Namespaced",
    },
  ],
  matchConditions: [{ name: "always", expression: "true" }],
};

const rule = "webhooks/0/rules/0";
const webhookChanges = [
  ...[
    "https://example.com/x",
    "http://example.com",
    "example.com",
    "https://",
    "https://u:p@h/x?q=1#f",
    "https://h?",
  ].map((url) => ({ "webhooks/0/clientConfig": { url } })),
  { "webhooks/0/clientConfig/url": "https://example.com" },
  ...["a", "//", "/a//b", "/a/", "/A b", "/"].map((path) => ({ "webhooks/0/clientConfig/service/path": path })),
  ...["Some", "Unknown", "NoneOnDryRun"].map((sideEffects) => ({ "webhooks/0/sideEffects": sideEffects })),
  { "webhooks/0/name": "short" },
  { "webhooks/0/name": "two.parts" },
  { "webhooks/0/timeoutSeconds": 31 },
  { "webhooks/0/admissionReviewVersions": ["v2"] },
  { "webhooks/0/admissionReviewVersions": ["v1", "v1", "V1"] },
  { "webhooks/0/reinvocationPolicy": "IfNeeded" },
  {
    "webhooks/0/matchConditions": [
      { name: "a", expression: " " },
      { name: "a", expression: "true" },
      { name: "not good", expression: "true" },
    ],
  },
  {
    "webhooks/0/matchConditions": Array.from({ length: 65 }, (_, index) => ({ name: `n${index}`, expression: "true" })),
  },
  { [`${rule}/operations`]: ["*", "CREATE"] },
  { [`${rule}/operations`]: ["*"] },
  { [`${rule}/operations`]: ["create"] },
  { [`${rule}/apiGroups`]: ["*", "apps"] },
  { [`${rule}/apiGroups`]: [""] },
  { [`${rule}/apiVersions`]: ["*", "v1"] },
  { [`${rule}/apiVersions`]: [""] },
  ...[
    ["*/*", "pods"],
    ["*", "pods"],
    ["pods/*", "pods/status"],
    ["*/status", "pods/status"],
    ["*", "*/*"],
    ["", "a"],
    ["*/*"],
  ].map((resources) => ({ [`${rule}/resources`]: resources })),
  { [`${rule}/scope`]: "*" },
];

export const adminSubjects: readonly Subject[] = [
  ...(["Validating", "Mutating"] as const).map(
    (type): Subject => ({
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: `${type}WebhookConfiguration`,
      resource: `${type.toLowerCase()}webhookconfigurations`,
      isNamespaced: false,
      name: "plain",
      object: { webhooks: [type === "Mutating" ? { ...webhook, reinvocationPolicy: "Never" } : webhook] },
      // Expressions are not compiled.
      skipped: ["webhooks/0/matchConditions/0/expression"],
      changes: webhookChanges,
    }),
  ),
  {
    apiVersion: "certificates.k8s.io/v1",
    kind: "CertificateSigningRequest",
    resource: "certificatesigningrequests",
    isNamespaced: false,
    name: "plain",
    object: {
      spec: {
        request: base64(request),
        signerName: "example.com/signer",
        usages: ["client auth", "digital signature"],
        expirationSeconds: 3600,
      },
    },
    skipped: ["spec/request"],
    changes: [
      { "spec/request": undefined },
      { "spec/request": base64("x") },
      { "spec/request": base64(certificate) },
      { "spec/request": base64(`text before\n${request}`) },
      { "spec/expirationSeconds": 599 },
      ...[
        "kubernetes.io/legacy-unknown",
        "short",
        "a/b",
        "a.b/c/d",
        "A.b/c",
        "a.b/C",
        "a.b/",
        "/c",
        `${"a".repeat(64)}.b/c`,
      ].map((signerName) => ({ "spec/signerName": signerName })),
      { "spec/usages": ["s/mime", "signing"] },
    ],
    views: {
      approval: {
        object: { status: { conditions: [{ type: "Approved", status: "True", reason: "r", message: "m" }] } },
        changes: [
          { "status/conditions": [{ type: "Approved", status: "False" }] },
          {
            "status/conditions": [
              { type: "Approved", status: "True" },
              { type: "Denied", status: "True" },
            ],
          },
          {
            "status/conditions": [
              { type: "Other", status: "Some" },
              { type: "Other", status: "True" },
            ],
          },
          { "status/certificate": base64(certificate) },
        ],
      },
      status: {
        object: { status: { certificate: base64(certificate) } },
        changes: [
          { "status/certificate": base64("x") },
          { "status/certificate": base64(request) },
          { "status/certificate": base64(certificate.replace("-----\n", "-----\nA: b\n\n")) },
          { "status/conditions": [{ type: "Approved", status: "True" }] },
          { "status/conditions": [{ type: "Failed", status: "True" }] },
        ],
      },
    },
  },
  {
    apiVersion: "v1",
    kind: "Node",
    resource: "nodes",
    isNamespaced: false,
    name: "plain",
    object: {
      spec: {
        podCIDR: "10.1.0.0/24",
        podCIDRs: ["10.1.0.0/24"],
        providerID: "p",
        unschedulable: true,
        taints: [{ key: "a", value: "b", effect: "NoSchedule" }],
      },
      status: {
        capacity: { cpu: "4", pods: "10" },
        allocatable: { cpu: "4", "example.com/gpu": "1" },
        addresses: [{ type: "InternalIP", address: "1.2.3.4" }],
        declaredFeatures: ["A", "B/c"],
      },
    },
    skipped: ["spec/podCIDR", "spec/podCIDRs", "status/declaredFeatures"],
    changes: [
      { "spec/podCIDR": "10.1.0.1/24", "spec/podCIDRs": ["10.1.0.1/24"] },
      { "spec/podCIDR": "10.2.0.0/24", "spec/podCIDRs": ["10.2.0.0/24"] },
      { "spec/podCIDRs": ["10.1.0.0/24", "10.2.0.0/24"] },
      { "spec/podCIDRs": ["10.1.0.0/24", "fd00::/64"] },
      { "spec/podCIDRs": ["10.1.0.0/24", "fd00::/64", "10.2.0.0/24"] },
      { "spec/podCIDRs": ["10.1.0.0/24", "x"] },
      { "status/capacity/pods": "1.5" },
      { "status/capacity/cpu": "-1" },
      { "status/allocatable/example.com~1gpu": "1500m" },
      {
        "spec/taints": [
          { key: "a", effect: "NoSchedule" },
          { key: "a", value: "x", effect: "NoSchedule" },
        ],
      },
      { "spec/taints": [{ key: "a", effect: "Other" }] },
      { "spec/externalID": "x" },
      { "metadata/name": "Bad_Name" },
    ],
    views: {
      status: {
        object: { status: { capacity: { cpu: "4" }, addresses: [{ type: "InternalIP", address: "1.2.3.4" }] } },
      },
    },
  },
];
