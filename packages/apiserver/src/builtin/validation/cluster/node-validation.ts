import { Quantity, type StatusCause, validateLabelValue, validateQualifiedName } from "@kubewright/api";
import type { Node, Taint } from "@kubewright/api/core/v1";
import {
  byteLength,
  duplicateField,
  forbiddenField,
  invalidField,
  isIpv4,
  parseAddressBlock,
  quote,
  uncheckedField,
} from "@kubewright/api/server";
import { internalValue } from "../internal/internal-value.ts";
import type { KindValidation } from "../kind-validation.ts";
import { checkOlderBlock } from "../network/address-rules.ts";
import { checkQuantity } from "../pod/container/resource.ts";
import { checkPositive } from "../rule/number-rule.ts";
import { checkNeededOneOf, checkText } from "../rule/text-rule.ts";
import { typedValidation } from "../typed-validation.ts";

/** The rules of nodes. */
export const nodeValidation: KindValidation = typedValidation<Node>({
  validate: checkNode,
  validateUpdate(node, old, causes) {
    checkNode(node, causes);
    checkNodeChange(node, old, causes);
  },
  views: { status: { validateUpdate: checkNodeChange } },
});

function checkNode({ spec, status }: Node, causes: StatusCause[]): void {
  // The reference looks for them in metadata.
  checkTaints(spec?.taints ?? [], "metadata.taints", causes);
  checkAmounts(status?.capacity, "status.capacity", causes);
  checkAmounts(status?.allocatable, "status.allocatable", causes);
  const swap = status?.nodeInfo?.swap?.capacity;
  if (swap !== undefined) checkPositive(Number(swap), "metadata.nodeSwapStatus.capacity", causes);
  checkFeatures(status?.declaredFeatures ?? [], causes);
  checkPodBlocks(spec?.podCIDRs ?? [], causes);
}

function checkTaints(taints: readonly Taint[], field: string, causes: StatusCause[]): void {
  const seen = new Set<string>();
  for (const [index, taint] of taints.entries()) {
    const { key = "", value = "", effect } = taint;
    const at = `${field}[${index}]`;
    checkText(validateQualifiedName, key, `${at}.key`, causes);
    const problems = validateLabelValue(value);
    if (problems.length > 0) causes.push(invalidField(`${at}.value`, value, problems.join(";")));
    checkNeededOneOf(effect, ["NoSchedule", "PreferNoSchedule", "NoExecute"], `${at}.effect`, causes);
    const pair = `${effect} ${key}`;
    if (seen.has(pair)) {
      const cause = duplicateField(at, internalValue("core.Taint", taint));
      causes.push({ ...cause, message: `${cause.message}: taints must be unique by key and effect pair` });
    }
    seen.add(pair);
  }
}

function checkAmounts(
  amounts: Readonly<Record<string, string>> | undefined,
  field: string,
  causes: StatusCause[],
): void {
  for (const [name, amount] of Object.entries(amounts ?? {})) {
    checkQuantity(name, Quantity.parse(amount), `${field}.${name}`, causes);
  }
}

const maxFeatureBytes = 253;
const featurePattern = /^[A-Z][a-zA-Z0-9]*(\/[a-zA-Z][a-zA-Z0-9]*)*$/;

function checkFeatures(features: readonly string[], causes: StatusCause[]): void {
  for (const [index, feature] of features.entries()) {
    const field = `status.declaredFeatures[${index}]`;
    const problem = featureProblem(feature);
    if (problem !== undefined)
      causes.push(invalidField(field, feature, `invalid feature name ${quote(feature)}: ${problem}`));
    const next = features[index + 1];
    if (next === undefined) continue;
    const nextField = `status.declaredFeatures[${index + 1}]`;
    if (feature === next) causes.push(duplicateField(nextField, next));
    else if (feature > next) causes.push(invalidField(nextField, next, "list must be sorted alphabetically"));
  }
}

function featureProblem(feature: string): string | undefined {
  if (byteLength(feature) > maxFeatureBytes) return `must be no more than ${maxFeatureBytes} characters`;
  if (featurePattern.test(feature)) return undefined;
  return "must start with an UpperCamelCase segment, with subsequent segments separated by '/' (e.g., MyFeature or MyFeature/mySubFeature), and contain only alphanumeric characters and slashes";
}

function checkPodBlocks(blocks: readonly string[], causes: StatusCause[]): void {
  const field = "spec.podCIDRs";
  for (const [index, block] of blocks.entries()) checkOlderBlock(block, `${field}[${index}]`, causes);
  if (blocks.length < 2) return;
  const parsed = blocks.map(parseAddressBlock);
  const bad = parsed.indexOf(undefined);
  if (bad >= 0) {
    const because = `invalid CIDR[${bad}]: <nil> (invalid CIDR address: ${blocks[bad]})`;
    causes.push(uncheckedField(field, `invalid PodCIDRs. failed to check with dual stack with error:${because}`));
  }
  const families = new Set(parsed.map((block) => block !== undefined && isIpv4(block.base)));
  if (families.size < 2 || blocks.length > 2 || bad >= 0) {
    causes.push(invalidField(field, blocks, "may specify no more than one CIDR for each IP family"));
  }
}

function checkNodeChange(node: Node, old: Node, causes: StatusCause[]): void {
  const { spec, status } = node;
  checkAmounts(status?.capacity, "status.capacity", causes);
  checkAmounts(status?.allocatable, "status.allocatable", causes);
  checkFeatures(status?.declaredFeatures ?? [], causes);
  const addresses = new Set<string>();
  for (const [index, { type, address }] of (status?.addresses ?? []).entries()) {
    const key = `${type} ${address}`;
    if (addresses.has(key)) {
      causes.push(duplicateField(`status.addresses[${index}]`, { Type: type ?? "", Address: address ?? "" }));
    }
    addresses.add(key);
  }
  const blocks = spec?.podCIDRs ?? [];
  const oldBlocks = old.spec?.podCIDRs ?? [];
  const isChanged = blocks.length !== oldBlocks.length || blocks.some((block, index) => block !== oldBlocks[index]);
  if (oldBlocks.length > 0 && isChanged) {
    causes.push(forbiddenField("spec.podCIDRs", 'node updates may not change podCIDR except from "" to valid'));
  }
  if (old.spec?.providerID && old.spec.providerID !== (spec?.providerID ?? "")) {
    causes.push(forbiddenField("spec.providerID", 'node updates may not change providerID except from "" to valid'));
  }
  checkTaints(spec?.taints ?? [], "metadata.taints", causes);
  if ((spec?.externalID ?? "") !== (old.spec?.externalID ?? "")) {
    causes.push(forbiddenField("spec.externalID", "may not be updated"));
  }
}
