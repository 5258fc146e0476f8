/** A command of Kubebuilder or the Operator SDK for which there is none here. */
interface MissingCommand {
  /** What it would take. */
  readonly why: string;
  /** What comes nearest: commands, with what they do. */
  readonly instead: readonly string[];
}

const noBundles = "there are no bundles for the Operator Lifecycle Manager";
const installer = "kubewright build-installer --image IMAGE   # dist/install.yaml, for kubectl apply -f";
const deploy = "kubewright deploy --image IMAGE            # the operator into the cluster";

const missing: Readonly<Record<string, MissingCommand>> = {
  "create webhook": {
    why: "admission and conversion webhooks cannot be written with it yet",
    instead: [
      "kubewright manifests -w   # markers by which the API server itself checks and completes objects,",
      "                          # such as +kubebuilder:validation:Maximum=5 and +kubebuilder:default=1",
    ],
  },
  edit: {
    why: "a project has nothing to switch on, and takes kinds of several groups as it is",
    instead: ["kubewright create api --group GROUP --version VERSION --kind KIND"],
  },
  alpha: {
    why: "init itself adds what a project of an older version lacks",
    instead: ["kubewright init --dry-run   # what that is; without the flag it is written, and the rest is kept"],
  },
  bundle: { why: noBundles, instead: [installer] },
  "generate bundle": { why: noBundles, instead: [installer] },
  "generate kustomize": {
    why: `${noBundles}, and config is there already`,
    instead: ["kubewright manifests   # CRDs and roles into config"],
  },
  "generate packagemanifests": { why: noBundles, instead: [installer] },
  "pkgman-to-bundle": { why: noBundles, instead: [installer] },
  "run bundle": { why: noBundles, instead: [deploy] },
  "run bundle-upgrade": { why: noBundles, instead: [deploy] },
  "run packagemanifests": { why: noBundles, instead: [deploy] },
  cleanup: { why: noBundles, instead: ["kubewright undeploy"] },
  olm: { why: "the Operator Lifecycle Manager is neither needed nor installed", instead: [deploy, installer] },
  scorecard: { why: noBundles, instead: ["npm test   # the tests of the project, on a cluster of their own"] },
};

/** What to do in place of a command that other tools have and this one has not; undefined for any other line. */
export function answerMissingCommand(args: readonly string[]): string | undefined {
  // Of an option with a value, what follows would be taken for a command.
  const begin = args.findIndex((arg) => !["-v", "--verbose", "help"].includes(arg));
  const [first = "", second = ""] = begin < 0 ? [] : args.slice(begin);
  for (const words of [`${first} ${second}`, first]) {
    if (!Object.hasOwn(missing, words)) continue;
    const { why, instead } = missing[words]!;
    return `kubewright has no "${words}": ${why}. Instead:\n${instead.map((line) => `  ${line}`).join("\n")}`;
  }
  return undefined;
}
