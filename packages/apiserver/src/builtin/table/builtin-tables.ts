import type { Pod } from "@kubewright/api/core/v1";
import { readTableColumns } from "../../data/table-data.ts";
import type { TableColumn, TableConvertor } from "../../resource/resource.ts";
import type { ApiObject } from "../../resource-object.ts";
import {
  admissionPolicyCells,
  bindingCells,
  compareFlowSchemas,
  flowSchemaCells,
  policyBindingCells,
  priorityLevelCells,
  webhookCells,
} from "./access-cells.ts";
import { ageOf } from "./age.ts";
import { autoscalerCells, olderAutoscalerCells } from "./autoscaler-cells.ts";
import type { CellMakers } from "./cell-makers.ts";
import {
  apiServiceCells,
  configMapCells,
  eventCells,
  leaseCells,
  namespaceCells,
  nodeCells,
  priorityClassCells,
  regardingEventCells,
  resourceClaimCells,
  resourceQuotaCells,
  resourceSliceCells,
  runtimeClassCells,
  secretCells,
  signingRequestCells,
} from "./cluster-cells.ts";
import {
  endpointSliceCells,
  endpointsCells,
  ingressCells,
  ingressClassCells,
  ipAddressCells,
  networkPolicyCells,
  serviceCells,
  serviceCidrCells,
} from "./network-cells.ts";
import { podCells, podRowConditions } from "./pod-cells.ts";
import {
  attachmentCells,
  attributesClassCells,
  claimCells,
  driverCells,
  driverNodeCells,
  storageClassCells,
  volumeCells,
} from "./storage-cells.ts";
import {
  controllerRevisionCells,
  cronJobCells,
  daemonSetCells,
  deploymentCells,
  disruptionBudgetCells,
  jobCells,
  podTemplateCells,
  replicaSetCells,
  replicationControllerCells,
  statefulSetCells,
} from "./workload-cells.ts";

/** By `group/version` as in the recorded columns, and plural. Kinds that are not here have a name and a time. */
const makers: Readonly<Record<string, Readonly<Record<string, CellMakers>>>> = {
  v1: {
    configmaps: configMapCells,
    endpoints: endpointsCells,
    events: eventCells,
    namespaces: namespaceCells,
    nodes: nodeCells,
    persistentvolumeclaims: claimCells,
    persistentvolumes: volumeCells,
    pods: podCells,
    podtemplates: podTemplateCells,
    replicationcontrollers: replicationControllerCells,
    resourcequotas: resourceQuotaCells,
    secrets: secretCells,
    services: serviceCells,
  },
  "apiregistration.k8s.io/v1": { apiservices: apiServiceCells },
  "apps/v1": {
    controllerrevisions: controllerRevisionCells,
    daemonsets: daemonSetCells,
    deployments: deploymentCells,
    replicasets: replicaSetCells,
    statefulsets: statefulSetCells,
  },
  "events.k8s.io/v1": { events: regardingEventCells },
  "autoscaling/v1": { horizontalpodautoscalers: olderAutoscalerCells },
  "autoscaling/v2": { horizontalpodautoscalers: autoscalerCells },
  "batch/v1": { cronjobs: cronJobCells, jobs: jobCells },
  "certificates.k8s.io/v1": { certificatesigningrequests: signingRequestCells },
  "networking.k8s.io/v1": {
    ingressclasses: ingressClassCells,
    ingresses: ingressCells,
    ipaddresses: ipAddressCells,
    networkpolicies: networkPolicyCells,
    servicecidrs: serviceCidrCells,
  },
  "policy/v1": { poddisruptionbudgets: disruptionBudgetCells },
  "rbac.authorization.k8s.io/v1": { clusterrolebindings: bindingCells, rolebindings: bindingCells },
  "storage.k8s.io/v1": {
    csidrivers: driverCells,
    csinodes: driverNodeCells,
    storageclasses: storageClassCells,
    volumeattachments: attachmentCells,
    volumeattributesclasses: attributesClassCells,
  },
  "admissionregistration.k8s.io/v1": {
    mutatingadmissionpolicies: admissionPolicyCells,
    mutatingadmissionpolicybindings: policyBindingCells,
    mutatingwebhookconfigurations: webhookCells,
    validatingadmissionpolicies: admissionPolicyCells,
    validatingadmissionpolicybindings: policyBindingCells,
    validatingwebhookconfigurations: webhookCells,
  },
  "scheduling.k8s.io/v1": { priorityclasses: priorityClassCells },
  "coordination.k8s.io/v1": { leases: leaseCells },
  "node.k8s.io/v1": { runtimeclasses: runtimeClassCells },
  "discovery.k8s.io/v1": { endpointslices: endpointSliceCells },
  "resource.k8s.io/v1": { resourceclaims: resourceClaimCells, resourceslices: resourceSliceCells },
  "flowcontrol.apiserver.k8s.io/v1": {
    flowschemas: flowSchemaCells,
    prioritylevelconfigurations: priorityLevelCells,
  },
};

/** Cells of columns that every kind may have. */
const commonCells: CellMakers = {
  Name: ({ metadata }) => metadata.name ?? "",
  Age: ({ metadata }, now) => ageOf(metadata.creationTimestamp, now),
  "Created At": ({ metadata }) => metadata.creationTimestamp ?? null,
};

/** The tables of built-in kinds. Columns are read when the first one is asked for. */
export class BuiltinTables {
  #columns: ReturnType<typeof readTableColumns> | undefined;

  /** Undefined for what has no columns of its own. `groupVersion` is `v1` or `apps/v1`. */
  tableOf(groupVersion: string, resource: string): TableConvertor | undefined {
    this.#columns ??= readTableColumns();
    const columns = this.#columns[groupVersion]?.[resource];
    if (columns === undefined) return undefined;
    const compare = resource === "flowschemas" ? compareFlowSchemas : undefined;
    return new BuiltinTable(columns, makers[groupVersion]?.[resource] ?? {}, compare);
  }
}

class BuiltinTable implements TableConvertor {
  readonly columns: readonly TableColumn[];
  readonly compare?: (a: ApiObject, b: ApiObject) => number;
  readonly #makers: readonly CellMakers[string][];

  constructor(columns: readonly TableColumn[], own: CellMakers, compare?: (a: ApiObject, b: ApiObject) => number) {
    this.columns = columns;
    if (compare !== undefined) this.compare = compare;
    const named = columns.map(({ name }) => own[name] ?? commonCells[name] ?? (() => null));
    this.#makers = own[""] === undefined ? named : [...named, own[""]];
  }

  cellsOf(object: ApiObject, now: number): readonly unknown[] {
    return this.#makers.map((make) => make(object, now));
  }

  conditionsOf(object: ApiObject): readonly object[] | undefined {
    return object.kind === "Pod" ? podRowConditions(object as unknown as Pod) : undefined;
  }
}
