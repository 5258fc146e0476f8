import { parseArgs } from "node:util";

export const help = `Measures the packages of Kubewright beside their peers.

Usage: npm run bench -- [part] [options]

Parts; all unless some are named:
  client            beside @kubernetes/client-node and client-go: import, requests
  runtime           beside controller-runtime and @kubernetes/client-node: queue, idle, converge, sync
  apiserver         beside etcd and kube-apiserver: start, rates, memory (on Linux)
  devcluster        beside a real cluster of one node: up, rollout, crowd (on Linux, as root, with containerd)
  codegen           beside controller-gen: memcached, kinds (on Linux, with Go)
  cli               beside Kubebuilder: reconcile (on Linux, with Go)
  memcached         the Memcached operator beside one in Go: embedded, real (on Linux)

Options:
  --only SECTION    import     time, memory, size of the client
                    requests   per second, CPU
                    queue      items added, taken and done per second
                    idle       start, memory, CPU, and how soon a write leads to a reconcile
                    converge   2000 Memcacheds to Deployment and status
                    sync       20 000 Memcacheds and 20 000 pods known
                    start      from the start of the process, and in process, to a server that is ready
                    rates      creates, gets, patches, applies and lists per second
                    memory     with 50 000 objects
                    up         from nothing to a cluster whose node is ready, and its memory
                    rollout    a Deployment of 3 with kubectl apply, until it is available
                    crowd      a Deployment of 500 simulated pods, until it is available
                    memcached  CRD and role of one kind
                    kinds      CRDs of 60 kinds
                    reconcile  from an empty folder to the first reconcile
                    embedded   1000 Memcacheds on the embedded API server
                    real       1000 Memcacheds on kube-apiserver
  --quick           a smoke run in a minute or two; its numbers mean little
  --output FORMAT   markdown (default) or json, on standard output
  --help            this text

A part that is run in full, without --quick and --only, takes five to fifteen minutes and replaces its tables in
bench/RESULTS.md; those of the other parts stay.
Peers are installed into node_modules/.cache/bench on first use. The API server is the one that
\`npm run kube-assets\` builds, or that of KUBEBUILDER_ASSETS.
`;

/** The sections of each part. */
const sections = /** @type {const} */ ({
  client: ["import", "requests"],
  runtime: ["queue", "idle", "converge", "sync"],
  apiserver: ["start", "rates", "memory"],
  devcluster: ["up", "rollout", "crowd"],
  codegen: ["memcached", "kinds"],
  cli: ["reconcile"],
  memcached: ["embedded", "real"],
});

/** @typedef {keyof typeof sections} PartName */
/** @typedef {(typeof sections)[PartName][number]} SectionName */

/**
 * @typedef {object} BenchOptions
 * @property {readonly PartName[]} parts
 * @property {boolean} quick
 * @property {SectionName | undefined} only
 * @property {"markdown" | "json"} output
 * @property {boolean} help
 */

/**
 * What the command line asks for. Throws an Error that says what is wrong with it.
 * @param {readonly string[]} args
 * @returns {BenchOptions}
 */
export function parseOptions(args) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      quick: { type: "boolean", default: false },
      only: { type: "string" },
      output: { type: "string", default: "markdown" },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  const { quick, output, help: wantsHelp } = values;
  if (output !== "markdown" && output !== "json") throw new Error(`--output ${output}: it is markdown or json`);
  const all = /** @type {PartName[]} */ (Object.keys(sections));
  const unknown = positionals.find((each) => !all.some((part) => part === each));
  if (unknown !== undefined) throw new Error(`${unknown}: a part is ${all.join(", ")}`);
  const named = all.filter((part) => positionals.length === 0 || positionals.includes(part));
  const only = sectionNamed(values.only, named);
  const parts = only === undefined ? named : named.filter((part) => sectionsOf(part).includes(only));
  return { parts, quick, only, output, help: wantsHelp };
}

/**
 * @param {string | undefined} name
 * @param {readonly PartName[]} parts
 */
function sectionNamed(name, parts) {
  if (name === undefined) return undefined;
  const possible = parts.flatMap(sectionsOf);
  const found = possible.find((section) => section === name);
  if (found === undefined) throw new Error(`--only ${name}: it is one of ${possible.join(", ")}`);
  return found;
}

/**
 * @param {PartName} part
 * @returns {readonly SectionName[]}
 */
function sectionsOf(part) {
  return sections[part];
}
