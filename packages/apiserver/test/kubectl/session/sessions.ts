import type { KubectlSession } from "../command.ts";
import { applySession } from "./apply.ts";
import { authorizationSession } from "./authorization.ts";
import { changeSession } from "./change.ts";
import { createSession } from "./create.ts";
import { customResourceSession } from "./custom-resource.ts";
import { deletionSession } from "./deletion.ts";
import { describeSession } from "./describe.ts";
import { discoverySession } from "./discovery.ts";
import { nodeSession } from "./node.ts";
import { readSession } from "./read.ts";
import { watchSession } from "./watch.ts";
import { workloadSession } from "./workload.ts";

/** All sessions, in order: what is not in a namespace is left behind for those that follow. */
export const sessions: readonly KubectlSession[] = [
  discoverySession,
  readSession,
  createSession,
  applySession,
  changeSession,
  describeSession,
  watchSession,
  workloadSession,
  authorizationSession,
  customResourceSession,
  deletionSession,
  nodeSession,
];
