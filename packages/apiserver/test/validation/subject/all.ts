import type { Subject } from "../subject.ts";
import { adminSubjects } from "./admin.ts";
import { clusterSubjects } from "./cluster.ts";
import { configSubjects } from "./config.ts";
import { jobSubjects } from "./job.ts";
import { networkSubjects } from "./network.ts";
import { podSubjects } from "./pod.ts";
import { policySubjects } from "./policy.ts";
import { rbacSubjects } from "./rbac.ts";
import { serviceSubjects } from "./service.ts";
import { storageSubjects } from "./storage.ts";
import { volumeSubjects } from "./volume.ts";
import { workloadSubjects } from "./workload.ts";

/** Subjects by the file that the verdicts are in. */
export const allSubjects: Readonly<Record<string, readonly Subject[]>> = {
  service: serviceSubjects,
  config: configSubjects,
  rbac: rbacSubjects,
  policy: policySubjects,
  pod: podSubjects,
  volume: volumeSubjects,
  workload: workloadSubjects,
  job: jobSubjects,
  network: networkSubjects,
  cluster: clusterSubjects,
  storage: storageSubjects,
  admin: adminSubjects,
};
