import type { KubeObject } from "@kubewright/api";
import type { EventDetails, EventRecorder } from "@kubewright/runtime";

/** An event that a reconciler told of. */
export interface RecordedEvent extends EventDetails {
  readonly type: "Normal" | "Warning";
  readonly regarding: KubeObject;
}

/** Keeps events instead of sending them. */
export class RecordedEvents implements EventRecorder {
  readonly list: RecordedEvent[] = [];

  normal(regarding: KubeObject, event: EventDetails): void {
    this.list.push({ ...event, type: "Normal", regarding });
  }

  warning(regarding: KubeObject, event: EventDetails): void {
    this.list.push({ ...event, type: "Warning", regarding });
  }
}
