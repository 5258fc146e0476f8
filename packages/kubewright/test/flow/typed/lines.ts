import type { TypedLine, TypedStep } from "./typed-flow.ts";

const manager = "memcached-operator-controller-manager";
const system = "memcached-operator-system";

/** What `make install` prints the first time. */
export const crdCreated = "customresourcedefinition.apiextensions.k8s.io/memcacheds.cache.example.com created";

/** The image under which flows deploy their operator. */
export const operatorImage = "example.com/memcached-operator:v0.0.1";

/** From nothing to a project. */
export function newProject(init: string): TypedStep[] {
  return [
    { type: "mkdir memcached-operator && cd memcached-operator" },
    { type: init, prints: [/created +Makefile\n/, /created +PROJECT\n/, /Next:\n +npm install\n/] },
    { packages: true },
  ];
}

/** The operator comes into the cluster. */
export function deployed(more: Partial<TypedLine> = {}): TypedStep[] {
  return [
    { image: operatorImage },
    { type: `make deploy IMG=${operatorImage}`, prints: [`deployment.apps/${manager} is available\n`], ...more },
    {
      type: `kubectl get deployment -n ${system}`,
      prints: [new RegExp(`${manager} +1/1 `)],
      until: true,
    },
  ];
}

/** The user writes the size into the scaffolded sample. */
export function sampleOf(version: string, size: number): { readonly file: string; readonly edit: TypedLine } {
  const file = `config/samples/cache_${version}_memcached.yaml`;
  return { file, edit: { type: `sed -i "s/foo: bar/size: ${size}/" ${file}` } };
}

/** A Memcached that is sent from the keyboard. */
export function applied(apiVersion: string, name: string, size: number, more: Partial<TypedLine> = {}): TypedLine {
  return {
    type: `kubectl apply -f - <<EOF
apiVersion: ${apiVersion}
kind: Memcached
metadata:
  name: ${name}
spec:
  size: ${size}
EOF`,
    prints: [`memcached.cache.example.com/${name} created\n`],
    ...more,
  };
}

/** The server takes no size that is too small or too large, and says why. */
export function refused(apiVersion: string, size: number, limit: string): TypedLine {
  return applied(apiVersion, "refused", size, {
    code: 1,
    prints: [
      `The Memcached "refused" is invalid: spec.size: Invalid value: ${size}: spec.size in body should be ${limit}\n`,
    ],
  });
}

/** A sentence in YAML, wherever its lines end. */
export function sentence(text: string): RegExp {
  const words = text.split(" ").map((word) => word.replaceAll(/[().]/g, "\\$&"));
  return new RegExp(`${words.join("\\s+")}\n`);
}

/** So many pods run, and the Deployment is available. */
export function running(name: string, size: number, selector: string): TypedLine[] {
  const isRunning = `(${name}-\\S+ +1/1 +Running .*\\n){${size}}$`;
  return [
    {
      type: `kubectl get deployment ${name}`,
      prints: [new RegExp(`^${name} +${size}/${size} +${size} +${size} `, "m")],
      until: true,
    },
    { type: `kubectl get pods -l ${selector}`, prints: [new RegExp(`^NAME .*\\n${isRunning}`)], until: true },
  ];
}

/** The status has the names of that many pods, which are those that are there. */
export function nodesTold(name: string, size: number): TypedLine[] {
  return [
    {
      type: `kubectl get memcacheds ${name} -o yaml`,
      prints: [new RegExp(`^status:\\n  nodes:\\n(  - ${name}-\\S+\\n){${size}}$`, "m")],
      until: true,
    },
    {
      type: `diff <(kubectl get pods -l memcached_cr=${name} -o name | sed "s|pod/||" | sort) <(kubectl get memcached ${name} -o jsonpath="{.status.nodes}" | tr -d '[]"' | tr , "\\n"; echo)`,
      until: true,
    },
  ];
}

/** The user changes the size in an editor. */
export function edited(name: string, from: number, to: number): TypedLine {
  return {
    type: `KUBE_EDITOR='sed -i "s/size: ${from}/size: ${to}/"' kubectl edit memcached ${name}`,
    prints: [`memcached.cache.example.com/${name} edited\n`],
  };
}

/** What somebody does to the Deployment by hand does not last. */
export function putBack(name: string, size: number): TypedLine[] {
  const replicas = `kubectl get deployment ${name} -o jsonpath="{.spec.replicas}"`;
  return [
    {
      type: `kubectl scale deployment ${name} --replicas=${size + 1}`,
      prints: [`deployment.apps/${name} scaled\n`],
    },
    { type: replicas, prints: [new RegExp(`^${size}$`)], until: true },
    { type: `kubectl delete deployment ${name}`, prints: [/deleted/] },
    { type: replicas, prints: [new RegExp(`^${size}$`)], until: true },
  ];
}

/**
 * Nothing is left of Memcacheds in this namespace. A real cluster's garbage collector learns of a new kind within half a minute: if the kind goes
 * before that, what its objects owned stays.
 */
export function nothingRuns(): TypedLine {
  return {
    type: "kubectl get deployments,replicasets,pods",
    prints: [/^No resources found in default namespace\.\n$/],
    until: true,
  };
}

/** The cluster is as it was before. */
export function away(command: string): TypedLine[] {
  return [
    { type: command, prints: [/memcacheds\.cache\.example\.com" deleted/] },
    { type: "kubectl get crd memcacheds.cache.example.com", code: 1, prints: ["NotFound"] },
    { type: `kubectl get namespace ${system}`, code: 1, prints: ["NotFound"] },
    { type: "kubectl get clusterroles,clusterrolebindings -o name | grep memcached", code: 1 },
    nothingRuns(),
  ];
}

/** The operator, from this machine, until `stopped`. It listens where `ARGS` says. */
export function started(command: string): TypedLine[] {
  const fields = '"controller":"memcached","controllerGroup":"cache.example.com","controllerKind":"Memcached"';
  return [
    { type: `${command} >run.log 2>&1 &` },
    {
      type: "cat run.log",
      prints: [
        /"msg":"starting server","name":"health probe","addr":"\S+:\d+"/,
        `"msg":"Starting Controller",${fields}`,
        `"msg":"Starting workers",${fields},"worker count":1}`,
      ],
      until: true,
    },
    {
      type: `curl -s --noproxy "*" http://$(grep -o '"health probe","addr":"[^"]*' run.log | cut -d '"' -f 6)/readyz`,
      prints: ["ok"],
      until: true,
    },
  ];
}

/** Ctrl-C. */
export function stopped(): TypedLine[] {
  return [{ type: "kill -INT %% && wait %%; true" }, { type: "cat run.log", prints: ['"msg":"manager stopped"'] }];
}
