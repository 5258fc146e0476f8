import type { Pod, Service } from "@kubewright/api/core/v1";
import type { EndpointPort } from "@kubewright/api/discovery/v1";

/** The ports on which a pod serves a service; one that is named and that the pod does not have is left out. */
export function portsOfPod(pod: Pod, service: Service): EndpointPort[] {
  return (service.spec?.ports ?? []).flatMap(({ name = "", protocol = "TCP", port, targetPort, appProtocol }) => {
    const number = targetPort === undefined || targetPort === "" ? port : numberOf(targetPort, protocol, pod);
    return number === undefined ? [] : [{ name, port: number, protocol, ...(appProtocol && { appProtocol }) }];
  });
}

function numberOf(targetPort: number | string, protocol: string, pod: Pod): number | undefined {
  if (typeof targetPort === "number") return targetPort;
  const sidecars = (pod.spec?.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === "Always");
  for (const { ports } of [...(pod.spec?.containers ?? []), ...sidecars]) {
    for (const port of ports ?? []) {
      if (port.name === targetPort && (port.protocol ?? "TCP") === protocol) return port.containerPort;
    }
  }
  return undefined;
}
