import { Quantity } from "@kubewright/api";
import type { Container, Node, ResourceFieldSelector } from "@kubewright/api/core/v1";

/**
 * What a container needs or may use of a resource, as the downward API gives it: in units of the divisor, rounded up. A limit that the
 * container does not have is what the node has. Throws an Error in the kubelet's words for other resources.
 */
export function resourceValue(selector: ResourceFieldSelector, container: Container, node: Node | undefined): string {
  const [, part, name = ""] = /^(limits|requests)\.(.*)$/.exec(selector.resource) ?? [];
  const isKnown = ["cpu", "memory", "ephemeral-storage"].includes(name) || name.startsWith("hugepages-");
  if (part === undefined || !isKnown) throw new Error(`unsupported container resource : ${selector.resource}`);
  const own = container.resources?.[part as "limits" | "requests"]?.[name];
  const amount = own ?? (part === "limits" ? node?.status?.allocatable?.[name] : undefined) ?? "0";
  const quantity = Quantity.parse(amount);
  const asked = Quantity.parse(selector.divisor ?? "0");
  const divisor = asked.isZero ? Quantity.parse("1") : asked;
  return name === "cpu" ? ratio(quantity.milliValue(), divisor.milliValue()) : ratio(quantity.value(), divisor.value());
}

function ratio(amount: bigint, divisor: bigint): string {
  return String((amount + divisor - 1n) / divisor);
}
