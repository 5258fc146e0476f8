import { Service, type ServiceSpec } from "@kubewright/api/core/v1";
import type { Memcached } from "../api/v1/memcached.ts";
import type { MemcachedSettings } from "../spec/memcached-settings.ts";
import { portName } from "./container.ts";
import { metadataFor, selectorLabels } from "./label.ts";

/** The Service in front of all instances, with the name of the Memcached: any instance answers. */
export function clusterServiceFor(memcached: Memcached, settings: MemcachedSettings): Service {
  return Service.of({ metadata: metadataFor(memcached), spec: specFor(memcached, settings) });
}

/** The headless Service `<name>-nodes`: its DNS name stands for the addresses of all instances, for clients that choose one by the key. */
export function nodesServiceFor(memcached: Memcached, settings: MemcachedSettings): Service {
  const metadata = metadataFor(memcached, `${memcached.metadata.name}-nodes`);
  return Service.of({ metadata, spec: { ...specFor(memcached, settings), clusterIP: "None" } });
}

function specFor({ metadata }: Memcached, { port }: MemcachedSettings): ServiceSpec {
  return {
    type: "ClusterIP",
    selector: selectorLabels(metadata.name),
    // By name: while the port is being changed, each instance is reached at the one that it has.
    ports: [{ name: portName, port, protocol: "TCP", targetPort: portName }],
  };
}
