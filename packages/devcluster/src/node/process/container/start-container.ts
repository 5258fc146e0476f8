import { chownSync, mkdirSync, writeFileSync } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Container, Pod } from "@kubewright/api/core/v1";
import type { ImageProgram } from "../../../image/image-adapter.ts";
import type { PodAddress } from "../address/pod-addresses.ts";
import { ContainerLog } from "../log/container-log.ts";
import type { NodeParts } from "../node-parts.ts";
import { containerPath } from "../pod/pod-text.ts";
import { markVariable } from "../supervisor/marked-processes.mjs";
import { nicenessOf } from "../supervisor/niceness.ts";
import { volumeMounts } from "../volume/volume-mounts.ts";
import { ContainerRun } from "./container-run.ts";
import { containerUser } from "./container-user.ts";
import { expandVariables } from "./expand-variables.ts";
import { imageNameProblem, wholeImageName } from "./image-name.ts";
import { type MountedPath, withMountedPaths } from "./mounted-paths.ts";
import { pretendedProgram, type RunningProgram, startFailure, startProgram } from "./running-program.ts";
import { terminationMessage } from "./termination-message.ts";

export interface StartRequest {
  readonly parts: NodeParts;
  readonly pod: Pod;
  readonly container: Container;
  readonly restartCount: number;
  readonly address: PodAddress;
  /** Folders of the pod's volumes, by the volume's name. */
  readonly volumes: ReadonlyMap<string, string>;
  /** Of the pod. */
  readonly folder: string;
  readonly signal: AbortSignal;
  /** Called when the run has ended and its `end` is set. */
  readonly onEnd: (run: ContainerRun) => void;
}

/** What came of an attempt to start a container. */
export type StartOutcome =
  | { readonly type: "started"; readonly run: ContainerRun }
  /** With a run where it came so far that there is one, which has ended. */
  | { readonly type: "failed"; readonly reason: string; readonly message: string; readonly run?: ContainerRun };

/** Starts a container, and tells of it in events. Never rejects. */
export async function startContainer(request: StartRequest): Promise<StartOutcome> {
  const { parts, pod, container } = request;
  const tell = (type: "Normal" | "Warning", reason: string, message: string) =>
    parts.events.record(pod, type, reason, message, containerPath(pod, container.name));
  const image = container.image ?? "";
  if (wholeImageName(image) === undefined) {
    const name = JSON.stringify(image);
    const message = `Failed to apply default image tag ${name}: couldn't parse image name ${name}: ${imageNameProblem(image)}`;
    tell("Warning", "InspectFailed", message);
    tell("Warning", "Failed", "Error: InvalidImageName");
    return { type: "failed", reason: "InvalidImageName", message };
  }
  tell("Normal", "Pulled", `Container image "${image}" already present on machine and can be accessed by the pod`);
  let plan: Plan;
  try {
    plan = await planOf(request, tell);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    tell("Warning", "Failed", `Error: ${message}`);
    return { type: "failed", reason: "CreateContainerConfigError", message };
  }
  if (plan.argv?.length === 0) {
    const message = `failed to generate container "${newId(parts.random)}" spec: failed to generate spec: no command specified`;
    tell("Warning", "Failed", `Error: ${message}`);
    return { type: "failed", reason: "CreateContainerError", message };
  }
  tell("Normal", "Created", "Container created");
  try {
    const run = runOf(request, plan, parts.clock.now());
    run.program = await plan.start((stream, data) => run.log.write(stream, data));
    tell("Normal", "Started", "Container started");
    void followRun(run, run.program, request, plan);
    return { type: "started", run };
  } catch (error) {
    const run = runOf(request, plan, 0);
    const message = `failed to start the process: ${startFailure(error, plan.argv?.[0] ?? "")}`;
    // Nothing was written: at worst there is no file.
    await run.log.close().catch(() => {});
    run.end = { exitCode: 128, reason: "StartError", message, finishedAt: parts.clock.now() };
    tell("Warning", "Failed", `Error: ${message}`);
    return { type: "failed", reason: "RunContainerError", message, run };
  }
}

/** All that is decided before a container starts. */
interface Plan {
  /** Undefined for one that is pretended only. */
  readonly argv: readonly string[] | undefined;
  readonly imageId: string;
  readonly user: ContainerRun["user"];
  readonly terminationFile: string;
  readonly log: ContainerLog;
  start(onOutput: (stream: "stdout" | "stderr", data: Buffer) => void): Promise<RunningProgram>;
}

async function planOf(
  request: StartRequest,
  tell: (type: "Normal" | "Warning", reason: string, message: string) => void,
): Promise<Plan> {
  const { parts, pod, container, address, signal, restartCount } = request;
  const { host, supervisor, clock } = parts;
  const image = container.image ?? "";
  const hostIp = parts.addresses.nodeIp;
  const variables = await parts.resources.containerEnvironment({ pod, container, podIp: address.ip, hostIp, signal });
  const expand = (texts: readonly string[] | undefined) => texts?.map((text) => expandVariables(text, variables));
  const program: ImageProgram | undefined = await parts.images.programFor({
    image,
    command: expand(container.command),
    args: expand(container.args),
    address: address.ip,
    ports: address.ports,
    canChangeUser: host.canChangeUser,
  });
  const { user, unmet } = containerUser({
    pod,
    container,
    imageUser: program?.user,
    isKnown: program !== undefined,
    canChangeUser: host.canChangeUser,
    ownUid: host.uid,
  });
  const mounted = await volumeMounts(container, request.volumes, variables);
  const folder = join(request.folder, "containers", container.name);
  // At once: to wait for a thread for each of these takes many times as long as they do.
  mkdirSync(join(folder, "work"), { recursive: true, mode: 0o755 });
  const terminationFile = join(folder, `termination-log-${restartCount}`);
  writeFileSync(terminationFile, "", { mode: 0o666 });
  if (user !== undefined) {
    for (const path of [terminationFile, join(folder, "work")]) chownSync(path, user.uid, user.gid);
  }
  const logFolder = join(request.folder, "logs", container.name);
  mkdirSync(logFolder, { recursive: true });
  const log = new ContainerLog(join(logFolder, `${restartCount}.log`), clock);
  const imageId = program?.imageId ?? wholeImageName(image) ?? image;
  const shared = { imageId, user, terminationFile, log };
  if (unmet !== undefined) tell("Warning", "RunAsUserIgnored", unmet);
  if (program === undefined) {
    const message = `Container ${container.name} is only pretended to run: nothing on this machine runs the image "${image}", and no archive of it was loaded`;
    tell("Warning", "Simulated", message);
    return { ...shared, argv: undefined, start: async () => pretendedProgram() };
  }
  for (const note of program.notes ?? []) tell("Normal", note.reason, note.message);
  const mounts: MountedPath[] = [
    { path: container.terminationMessagePath ?? "/dev/termination-log", target: terminationFile },
    ...mounted,
  ];
  const place = (text: string) => withMountedPaths(text, mounts);
  const argv = program.argv.map(place);
  const cwd = await workingDirectory(container, program, place, join(folder, "work"));
  const mark = `${parts.folder}/${pod.metadata.uid}/${container.name}/${restartCount}`;
  const env: Record<string, string> = {
    PATH: host.path,
    HOME: join(folder, "work"),
    HOSTNAME: pod.spec?.hostname ?? pod.metadata.name,
    ...program.env,
    ...Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, place(value)])),
    KUBEWRIGHT_TERMINATION_LOG: terminationFile,
    [markVariable]: mark,
  };
  const niceness = nicenessOf(container);
  const spec = { argv, env, cwd, mark, niceness, ...(user !== undefined && { uid: user.uid, gid: user.gid }) };
  return { ...shared, argv, start: (onOutput) => startProgram({ supervisor, clock, spec, onOutput }) };
}

function runOf({ parts, container, restartCount }: StartRequest, plan: Plan, startedAt: number): ContainerRun {
  return new ContainerRun({
    id: `process://${newId(parts.random)}`,
    restartCount,
    image: wholeImageName(container.image ?? "") ?? "",
    imageId: plan.imageId,
    user: plan.user,
    log: plan.log,
    startedAt,
  });
}

function newId(random: () => number): string {
  return Array.from({ length: 64 }, () => Math.floor(random() * 16).toString(16)).join("");
}

/** Sets how the run ended, when it has. */
async function followRun(
  run: ContainerRun,
  program: RunningProgram,
  { parts, container, onEnd }: StartRequest,
  { terminationFile, log }: Plan,
): Promise<void> {
  const exitCode = await program.exited;
  const finishedAt = parts.clock.now();
  try {
    await log.close();
  } catch (error) {
    // When the node ends, its folder may be gone before.
    const isGone = (error as NodeJS.ErrnoException).code === "ENOENT";
    if (!isGone) parts.log.warn({ err: error, path: log.path }, "a log could not be written");
  }
  const usesLog = container.terminationMessagePolicy === "FallbackToLogsOnError" && exitCode !== 0;
  const message = await terminationMessage({ file: terminationFile, log, usesLog }).catch(() => "");
  run.end = { exitCode, reason: exitCode === 0 ? "Completed" : "Error", message, finishedAt };
  run.isReady = false;
  onEnd(run);
}

async function workingDirectory(
  container: Container,
  program: ImageProgram,
  place: (text: string) => string,
  own: string,
): Promise<string> {
  const { workingDir } = container;
  if (workingDir === undefined || workingDir === "") return program.workingDirectory ?? own;
  const placed = place(workingDir);
  if (placed !== workingDir) {
    // As container runtimes do.
    await mkdir(placed, { recursive: true });
    return placed;
  }
  const path = program.root === undefined ? undefined : join(program.root, workingDir);
  const isFolder = path !== undefined && (await stat(path).catch(() => undefined))?.isDirectory() === true;
  return isFolder ? path : (program.workingDirectory ?? own);
}
