import { withFieldManager } from "@kubewright/client";
import type { ClusterController, ControllerContext } from "../controller/cluster-controller.ts";
import { PodWriter } from "./pod-writer.ts";
import { Scheduler } from "./scheduler.ts";
import { watchedKinds } from "./view/watched-kinds.ts";

const schedulerName = "default-scheduler";

/** The scheduler: gives pods their nodes. */
export function schedulerController(): ClusterController {
  return { name: "scheduler", addTo };
}

function addTo({ manager, clock, random }: ControllerContext): void {
  const watched = watchedKinds(manager.cache);
  const events = manager.events(schedulerName);
  const log = manager.log.child({ controller: "scheduler" });
  const writer = new PodWriter(withFieldManager(manager.client.live, "kube-scheduler"), clock);
  manager.add({
    name: "scheduler",
    start: ({ signal }) =>
      new Scheduler({ name: schedulerName, watched, writer, events, clock, random, log }).run(signal),
  });
}
