// The public API.

// The cluster
export { builtinControllers, DevCluster, type DevClusterOptions } from "./cluster/dev-cluster.ts";
export { selectControllers } from "./cluster/select-controllers.ts";
export { DevClusterError, type DevClusterErrorCode } from "./errors.ts";
// Controllers
export type { ClusterController, ControllerContext, ControllerName } from "./controller/cluster-controller.ts";
// Simulated nodes
export { defaultStages, endStage, type StageTimes, waitingStage } from "./node/simulated/default-stages.ts";
export { SimulatedNodes, type SimulatedNodesOptions } from "./node/simulated/simulated-nodes.ts";
export type { SimulatedStage, StageContext, StageOutcome } from "./node/simulated/simulated-stage.ts";
