import type { Subject } from "../subject.ts";
import { configSubjects } from "./config.ts";
import { policySubjects } from "./policy.ts";
import { rbacSubjects } from "./rbac.ts";
import { serviceSubjects } from "./service.ts";

/** Subjects by the file that the verdicts are in. */
export const allSubjects: Readonly<Record<string, readonly Subject[]>> = {
  service: serviceSubjects,
  config: configSubjects,
  rbac: rbacSubjects,
  policy: policySubjects,
};
