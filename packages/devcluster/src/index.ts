// The public API.

// The cluster
export { builtinControllers, DevCluster, type DevClusterOptions } from "./cluster/dev-cluster.ts";
export { imageEndpointPath } from "./cluster/image-endpoint.ts";
export { machineMemcached, type ProcessNodesOptions } from "./cluster/process-nodes.ts";
export { selectControllers } from "./cluster/select-controllers.ts";
export { DevClusterError, type DevClusterErrorCode } from "./errors.ts";
// Controllers
export type { ClusterController, ControllerContext, ControllerName } from "./controller/cluster-controller.ts";
// Simulated nodes
export { defaultStages, endStage, type StageTimes, waitingStage } from "./node/simulated/default-stages.ts";
export { SimulatedNodes, type SimulatedNodesOptions } from "./node/simulated/simulated-nodes.ts";
export type { SimulatedStage, StageContext, StageOutcome } from "./node/simulated/simulated-stage.ts";
// Image archives
export { type TarEntry, tarEntries } from "./image/archive/tar-entries.ts";
// Process nodes
export type { ImageAdapter, ImageProgram, ProgramNote, ProgramRequest, ProgramUser } from "./image/image-adapter.ts";
export type { LogRequest, NodeAgent, NodeContext, ServicePlaces } from "./node/node-agent.ts";
export type { NodeHost } from "./node/process/host.ts";
export { ProcessNode, type ProcessNodeOptions } from "./node/process/process-node.ts";
