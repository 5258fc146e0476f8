/** A command that is typed, and what of its output counts. */
export interface TypedCommand {
  /** `$POD` is the name of the first pod of the Deployment. */
  readonly command: string;
  /** Only its last line: how often it tells of progress depends on the time. */
  readonly last?: boolean;
  /** Its lines in any order: kubectl itself has none. */
  readonly anyOrder?: boolean;
  /** Typed when the first output is there, while this one still runs. */
  readonly meanwhile?: string;
  /** How often it may be typed until it says this: what others do takes its time. */
  readonly until?: RegExp;
}

const rolledOut: TypedCommand = { command: "rollout status deployment/web --timeout=120s", last: true };

function waitFor(what: string, pod: string): TypedCommand {
  return { command: `wait pod/${pod} --for=jsonpath=${what} --timeout=120s` };
}

/** What people type every day, in order. */
export const typedCommands: readonly TypedCommand[] = [
  { command: "apply -f pods.json" },
  { command: "apply -f web.json" },
  rolledOut,
  { command: "get pods -l app=web" },
  { command: "get pods -l app=web -o wide" },
  { command: "get deployment,replicaset" },
  { command: "describe pod $POD" },
  { command: "logs $POD" },
  { command: "logs $POD --tail=1" },
  { command: "logs $POD --since=1h" },
  { command: "logs $POD --timestamps" },
  { command: "logs $POD --limit-bytes=5" },
  { command: "logs $POD -c other" },
  { command: "logs $POD --previous" },
  { command: "logs -l app=web --prefix", anyOrder: true },
  { command: "logs pod/absent" },
  { command: "logs -f $POD", meanwhile: "delete pod $POD" },
  rolledOut,
  { command: "wait pod -l app=web --for=condition=Ready --timeout=120s" },
  { command: "expose deployment web --port=21875 --target-port=http" },
  { command: "get service web" },
  { command: "describe service web", until: /Endpoints: .*,/ },
  { command: "get endpointslices", until: /,/ },
  { command: "set image deployment/web main=example.com/one-node/program:v2" },
  rolledOut,
  { command: "rollout history deployment/web" },
  { command: "rollout history deployment/web --revision=2" },
  { command: "rollout undo deployment/web" },
  rolledOut,
  { command: "rollout history deployment/web" },
  { command: "rollout pause deployment/web" },
  { command: "set image deployment/web main=example.com/one-node/program:v2" },
  { command: "rollout resume deployment/web" },
  rolledOut,
  { command: "rollout restart deployment/web" },
  rolledOut,
  { command: "scale deployment/web --replicas=3" },
  rolledOut,
  { command: "get deployment web" },
  { command: "get pods -l app=web", until: /^(?!.*Terminating)/s },
  { command: "scale deployment/web --replicas=1" },
  { command: "get pods -l app=web -o name", until: /^pod\S+\s*$/ },
  { command: "get pods -l app=web -o jsonpath={.items[*].status.phase}" },
  { command: "get pod whole" },
  { command: "logs whole" },
  { command: "logs whole -c main" },
  { command: "logs whole -c setup" },
  { command: "logs whole --all-containers", anyOrder: true },
  { command: "describe pod whole" },
  waitFor("{.status.containerStatuses[0].state.waiting.reason}=CrashLoopBackOff", "crash"),
  { command: "get pod crash", until: /CrashLoopBackOff/ },
  { command: "logs crash" },
  { command: "logs crash --previous" },
  { command: "describe pod crash", until: /CrashLoopBackOff/ },
  waitFor("{.status.containerStatuses[0].state.waiting.reason}=CrashLoopBackOff", "lost"),
  { command: "get pod lost", until: /CrashLoopBackOff/ },
  { command: "describe pod lost", until: /CrashLoopBackOff/ },
  waitFor("{.status.phase}=Succeeded", "done"),
  { command: "get pod done" },
  { command: "logs done --tail=2" },
  { command: "describe pod done" },
  { command: "get pod config" },
  { command: "logs config" },
  { command: "describe pod config" },
  { command: "delete pod crash lost done config" },
  { command: "delete pod whole --grace-period=0 --force" },
  { command: "delete service web" },
  { command: "delete deployment web --cascade=foreground" },
  { command: "get all" },
];
