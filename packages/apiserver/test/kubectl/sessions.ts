import type { KubectlSession } from "./command.ts";
import { applySession } from "./session/apply.ts";
import { authorizationSession } from "./session/authorization.ts";
import { changeSession } from "./session/change.ts";
import { createSession } from "./session/create.ts";
import { customResourceSession } from "./session/custom-resource.ts";
import { deletionSession } from "./session/deletion.ts";
import { describeSession } from "./session/describe.ts";
import { discoverySession } from "./session/discovery.ts";
import { nodeSession } from "./session/node.ts";
import { readSession } from "./session/read.ts";
import { watchSession } from "./session/watch.ts";
import { workloadSession } from "./session/workload.ts";

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
