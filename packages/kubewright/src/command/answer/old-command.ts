/** What commands of older tools are today: a sentence; undefined for a line that is not one of theirs. */
export function answerOldCommand(args: readonly string[]): string | undefined {
  const words = args.filter((arg) => !arg.startsWith("-"));
  const [first = "", second = ""] = args;
  const line = `${first} ${second}`;
  if (first === "new") return today("new", newProject(words[1], args));
  if (line === "add api") return today(line, createApi(args, []));
  if (line === "add controller") return today(line, createApi(args, ["--resource=false", "--controller"]));
  if (line === "generate k8s") return today(line, ["kubewright generate"]);
  if (line === "generate crds" || line === "generate openapi") return today(line, ["kubewright manifests"]);
  if (first === "build") return today("build", buildImage(words[1] ?? "IMAGE"));
  if (line === "up local") return today(line, [runLocally(args)]);
  if (first === "run" && args.includes("--local")) return today("run --local", [runLocally(args)]);
  return undefined;
}

function today(old: string, commands: readonly string[]): string {
  return `"${old}" is a command of an older tool; today it is:\n${commands.map((command) => `  ${command}\n`).join("")}`.trimEnd();
}

function newProject(name: string | undefined, args: readonly string[]): string[] {
  const folder = name ?? "memcached-operator";
  const kind = flagOf(args, "kind") === undefined ? [] : createApi(args, []);
  return [`mkdir ${folder} && cd ${folder}`, "kubewright init --domain example.com", ...kind];
}

/** What followed was pushing the image, and creating service account, role, role binding and operator one by one. */
function buildImage(image: string): string[] {
  return [
    `kubewright image --image ${image} --push`,
    `kubewright deploy --image ${image}   # service account, roles and operator, too`,
  ];
}

/** `--api-version cache.example.com/v1alpha1 --kind Memcached` in today's flags. */
function createApi(args: readonly string[], more: readonly string[]): string[] {
  const [, group = "cache", version = "v1alpha1"] =
    /^([^./]+)[^/]*\/(.+)$/.exec(flagOf(args, "api-version") ?? "") ?? [];
  const kind = flagOf(args, "kind") ?? "Memcached";
  const command = ["kubewright create api", `--group ${group}`, `--version ${version}`, `--kind ${kind}`, ...more];
  return [command.join(" ")];
}

function runLocally(args: readonly string[]): string {
  const namespace = flagOf(args, "namespace") ?? flagOf(args, "watch-namespace");
  const kubeconfig = flagOf(args, "kubeconfig");
  return [
    "kubewright run",
    ...(namespace === undefined ? [] : [`--namespace ${namespace}`]),
    ...(kubeconfig === undefined ? [] : [`--kubeconfig ${kubeconfig}`]),
  ].join(" ");
}

/** `--name value` or `--name=value`. */
function flagOf(args: readonly string[], name: string): string | undefined {
  const at = args.findIndex((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`));
  if (at < 0) return undefined;
  const [, value] = /^[^=]*=(.*)$/.exec(args[at]!) ?? [];
  return value ?? args[at + 1];
}
