import type { Subject } from "../subject.ts";

const backend = { service: { name: "web", port: { number: 80 } } };
const selector = { matchLabels: { a: "b" }, matchExpressions: [{ key: "c", operator: "In", values: ["d"] }] };
const networking = "networking.k8s.io/v1";

/** Every way to write a block of addresses that someone may think of. */
const blocks = [
  "10.0.0.0/33",
  "10.0.0.1/8",
  "010.0.0.0/8",
  "10.0.0.0/08",
  "::ffff:10.0.0.0/104",
  "2001:DB8::/32",
  "x",
  "",
];

export const networkSubjects: readonly Subject[] = [
  {
    apiVersion: networking,
    kind: "Ingress",
    resource: "ingresses",
    isNamespaced: true,
    name: "plain",
    object: {
      spec: {
        ingressClassName: "nginx",
        defaultBackend: { resource: { apiGroup: "example.com", kind: "Bucket", name: "b" } },
        tls: [{ hosts: ["a.example.com", "*.example.com"], secretName: "tls" }],
        rules: [
          { host: "a.example.com", http: { paths: [{ path: "/", pathType: "Prefix", backend }] } },
          { host: "*.example.com", http: { paths: [{ pathType: "ImplementationSpecific", backend }] } },
        ],
      },
    },
    changes: [
      { "spec/rules": undefined, "spec/defaultBackend": undefined },
      { "spec/defaultBackend/service": backend.service },
      { "spec/defaultBackend": backend },
      { "spec/defaultBackend": { service: { name: "web" } } },
      { "spec/defaultBackend": { service: { name: "web", port: { name: "a", number: 1 } } } },
      { "spec/defaultBackend": { service: { name: "web", port: { name: "much-too-long-for-a-name" } } } },
      { "spec/defaultBackend": { service: { name: "web", port: { number: 65_536 } } } },
      { "spec/defaultBackend": { service: { name: "1web", port: { number: 1 } } } },
      { "spec/defaultBackend/resource": { kind: "a/b", name: "c%d" } },
      { "spec/rules/0/host": "1.2.3.4" },
      { "spec/rules/0/host": "a.*.com" },
      { "spec/rules/0/host": "Example.com" },
      { "spec/rules/0/host": "a.example.com:80" },
      { "spec/rules/1/http": { paths: [] } },
      { "spec/rules/1/http": {} },
      ...["a", "/a//b", "/./a", "/../a", "/a/..", "/a/.", "/%2f", "/%2F", ""].map((path) => ({
        "spec/rules/0/http/paths/0/path": path,
      })),
      { "spec/rules/0/http/paths/0/pathType": "Exact" },
      { "spec/rules/1/http/paths/0/path": "a" },
      { "spec/tls/0/secretName": "Bad_Name" },
      { "metadata/annotations": { "kubernetes.io/ingress.class": "other" } },
      { "metadata/annotations": { "kubernetes.io/ingress.class": "nginx" } },
      { "metadata/annotations": { "kubernetes.io/ingress.class": "x" }, "spec/ingressClassName": undefined },
    ],
    views: {
      status: {
        object: { status: { loadBalancer: { ingress: [{ ip: "1.2.3.4" }, { hostname: "lb.example.com" }] } } },
        changes: [
          { "status/loadBalancer/ingress": [{ ip: "1.2.3.04" }, { ip: "x" }] },
          { "status/loadBalancer/ingress": [{ ip: "2001:DB8::1" }] },
          { "status/loadBalancer/ingress": [{ hostname: "1.2.3.4" }] },
        ],
      },
    },
  },
  {
    apiVersion: networking,
    kind: "IngressClass",
    resource: "ingressclasses",
    isNamespaced: false,
    name: "plain",
    object: {
      spec: {
        controller: "example.com/controller",
        parameters: {
          apiGroup: "example.com",
          kind: "Parameters",
          name: "p",
          scope: "Namespace",
          namespace: "default",
        },
      },
    },
    changes: [
      { "spec/controller": `example.com/${"c".repeat(250)}` },
      { "spec/controller": "Example.com/c" },
      { "spec/controller": "example.com/c d" },
      { "spec/controller": "example.com/" },
      { "spec/controller": "/c" },
      { "spec/parameters/scope": "Cluster" },
      { "spec/parameters/scope": "Cluster", "spec/parameters/namespace": undefined },
      { "spec/parameters/kind": "a/b" },
    ],
  },
  {
    apiVersion: networking,
    kind: "NetworkPolicy",
    resource: "networkpolicies",
    isNamespaced: true,
    name: "plain",
    object: {
      spec: {
        podSelector: selector,
        policyTypes: ["Ingress", "Egress"],
        ingress: [
          {
            from: [{ ipBlock: { cidr: "10.0.0.0/8", except: ["10.1.0.0/16"] } }, { podSelector: selector }],
            ports: [{ protocol: "TCP", port: 80, endPort: 90 }],
          },
        ],
        egress: [{ to: [{ namespaceSelector: selector }], ports: [{ port: "http" }] }],
      },
    },
    changes: [
      { "spec/policyTypes": ["Ingress", "Egress", "Other"] },
      { "spec/ingress/0/ports": [{ endPort: 5 }] },
      { "spec/ingress/0/ports": [{ port: "http", endPort: 5 }] },
      { "spec/ingress/0/ports": [{ port: 80, endPort: 5 }] },
      { "spec/ingress/0/ports": [{ port: 80, endPort: 65_536 }] },
      { "spec/ingress/0/from/0/podSelector": {} },
      ...blocks.flatMap((block) => [
        { "spec/ingress/0/from/0/ipBlock": { cidr: block } },
        { "spec/ingress/0/from/0/ipBlock/except": [block] },
      ]),
      {
        "spec/ingress/0/from/0/ipBlock": { cidr: "10.0.0.0/8", except: ["10.0.0.0/8", "11.0.0.0/16", "2001:db8::/64"] },
      },
      {
        "spec/ingress/0/from/0/ipBlock": {
          cidr: "2001:db8::/32",
          except: ["2001:db8::/64", "2001:db9::/64", "10.0.0.0/8"],
        },
      },
    ],
  },
  {
    apiVersion: "v1",
    kind: "Endpoints",
    resource: "endpoints",
    isNamespaced: true,
    name: "plain",
    object: {
      subsets: [
        {
          addresses: [{ ip: "10.1.2.3", hostname: "a", nodeName: "n" }],
          notReadyAddresses: [{ ip: "10.1.2.4" }],
          ports: [
            { name: "a", port: 80, protocol: "TCP", appProtocol: "http" },
            { name: "b", port: 81 },
          ],
        },
      ],
    },
    changes: [
      ...["127.0.0.1", "0.0.0.0", "169.254.1.1", "224.0.0.1", "::1", "1.2.3.04", "2001:DB8::1", "::ffff:1.2.3.4"].map(
        (ip) => ({
          "subsets/0/addresses": [{ ip }],
        }),
      ),
      { "subsets/0/ports": [{ port: 80 }, { port: 81 }] },
      { "subsets/0/addresses": undefined, "subsets/0/notReadyAddresses": undefined },
      {
        "metadata/labels": { "endpoints.kubernetes.io/managed-by": "endpoint-controller" },
        "subsets/0/addresses": [{ ip: "2001:DB8::1" }],
      },
    ],
  },
  ...(["IPv4", "IPv6", "FQDN"] as const).map((addressType): Subject => {
    const address = { IPv4: "10.1.2.3", IPv6: "2001:db8::1", FQDN: "a.example.com" }[addressType];
    return {
      apiVersion: "discovery.k8s.io/v1",
      kind: "EndpointSlice",
      resource: "endpointslices",
      isNamespaced: true,
      name: addressType.toLowerCase(),
      object: {
        addressType,
        endpoints: [
          {
            addresses: [address],
            conditions: { ready: true, serving: true, terminating: false },
            hostname: "h",
            nodeName: "n",
            zone: "z",
            deprecatedTopology: { a: "b" },
            hints: { forZones: [{ name: "z" }], forNodes: [{ name: "n" }] },
          },
        ],
        ports: [
          { name: "a", port: 80, protocol: "TCP", appProtocol: "http" },
          { name: "", port: 81 },
        ],
      },
      changes: [
        ...[
          "127.0.0.1",
          "::1",
          "1.2.3.04",
          "2001:DB8::1",
          "::ffff:1.2.3.4",
          "fe80::1",
          "a",
          "a.b.",
          "A.b",
          `${"a".repeat(64)}.b`,
        ].map((text) => ({ "endpoints/0/addresses": [text] })),
        { "endpoints/0/addresses": Array.from({ length: 101 }, () => address) },
        { endpoints: Array.from({ length: 1001 }, () => ({ addresses: [address] })) },
        { "endpoints/0/hints/forZones": Array.from({ length: 9 }, (_, index) => ({ name: `z${index}` })) },
        { "endpoints/0/hints/forNodes": Array.from({ length: 9 }, (_, index) => ({ name: `n${index}` })) },
        { ports: [{ port: 80 }, { port: 81 }] },
        { addressType: "IPv4" },
        { addressType: "IPv6" },
      ],
    };
  }),
];
