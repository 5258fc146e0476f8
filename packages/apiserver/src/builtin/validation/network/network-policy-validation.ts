import { type StatusCause, validatePortName, validatePortNumber } from "@kubewright/api";
import type {
  IPBlock,
  NetworkPolicy,
  NetworkPolicyPeer,
  NetworkPolicyPort,
  NetworkPolicySpec,
} from "@kubewright/api/networking/v1";
import { blockContains, forbiddenField, invalidField, parseAddressBlock, requiredField } from "@kubewright/api/server";
import type { KindValidation } from "../kind-validation.ts";
import { checkLabelSelector } from "../rule/label-selector.ts";
import { checkOneOf, checkText } from "../rule/text-rule.ts";
import { typedValidation } from "../typed-validation.ts";
import { checkOlderBlock } from "./address-rules.ts";

/** The rules of network policies. */
export const networkPolicyValidation: KindValidation = typedValidation<NetworkPolicy>({
  validate: (policy, causes) => checkSpec(policy.spec, new Set(), causes),
  validateUpdate(policy, old, causes) {
    const known = peersOf(old.spec).flatMap(({ peer: { ipBlock } }) =>
      ipBlock === undefined ? [] : [ipBlock.cidr ?? "", ...(ipBlock.except ?? [])],
    );
    checkSpec(policy.spec, new Set(known), causes);
  },
});

interface Place {
  readonly peer: NetworkPolicyPeer;
  readonly field: string;
}

interface Rule {
  readonly field: string;
  readonly ports: readonly NetworkPolicyPort[];
  readonly peers: readonly Place[];
}

function rulesOf({ ingress = [], egress = [] }: NetworkPolicySpec = {}): Rule[] {
  const rule = (
    field: string,
    side: string,
    ports: NetworkPolicyPort[] = [],
    peers: NetworkPolicyPeer[] = [],
  ): Rule => ({
    field,
    ports,
    peers: peers.map((peer, index) => ({ peer, field: `${field}.${side}[${index}]` })),
  });
  return [
    ...ingress.map(({ ports, from }, index) => rule(`spec.ingress[${index}]`, "from", ports, from)),
    ...egress.map(({ ports, to }, index) => rule(`spec.egress[${index}]`, "to", ports, to)),
  ];
}

function peersOf(spec: NetworkPolicySpec | undefined): Place[] {
  return rulesOf(spec).flatMap(({ peers }) => peers);
}

/** Blocks that are `known` stay good. */
function checkSpec(spec: NetworkPolicySpec | undefined, known: ReadonlySet<string>, causes: StatusCause[]): void {
  checkLabelSelector(spec?.podSelector, "spec.podSelector", causes);
  for (const { field, ports, peers } of rulesOf(spec)) {
    for (const [index, port] of ports.entries()) checkPolicyPort(port, `${field}.ports[${index}]`, causes);
    for (const { peer, field: at } of peers) checkPeer(peer, known, at, causes);
  }
  const types = spec?.policyTypes ?? [];
  if (types.length > 2) {
    causes.push(invalidField("spec.policyTypes", types, "may not specify more than two policyTypes"));
    return;
  }
  for (const [index, type] of types.entries()) {
    checkOneOf(type, ["Ingress", "Egress"], `spec.policyTypes[${index}]`, causes);
  }
}

function checkPolicyPort({ protocol, port, endPort }: NetworkPolicyPort, field: string, causes: StatusCause[]): void {
  checkOneOf(protocol, ["TCP", "UDP", "SCTP"], `${field}.protocol`, causes);
  const refuseEnd = (detail: string): void => void causes.push(invalidField(`${field}.endPort`, endPort, detail));
  if (port === undefined) {
    if (endPort !== undefined) refuseEnd("may not be specified when `port` is not specified");
  } else if (typeof port === "string") {
    if (endPort !== undefined) refuseEnd("may not be specified when `port` is non-numeric");
    checkText(validatePortName, port, `${field}.port`, causes);
  } else {
    for (const problem of validatePortNumber(port)) causes.push(invalidField(`${field}.port`, port, problem));
    if (endPort === undefined) return;
    // The reference prints the port.
    if (endPort < port) causes.push(invalidField(`${field}.endPort`, port, "must be greater than or equal to `port`"));
    for (const problem of validatePortNumber(endPort)) refuseEnd(problem);
  }
}

function checkPeer(peer: NetworkPolicyPeer, known: ReadonlySet<string>, field: string, causes: StatusCause[]): void {
  const { podSelector, namespaceSelector, ipBlock } = peer;
  checkLabelSelector(podSelector, `${field}.podSelector`, causes);
  checkLabelSelector(namespaceSelector, `${field}.namespaceSelector`, causes);
  if (ipBlock !== undefined) checkBlockOfPeer(ipBlock, known, `${field}.ipBlock`, causes);
  const isSelected = podSelector !== undefined || namespaceSelector !== undefined;
  if (!isSelected && ipBlock === undefined) causes.push(requiredField(field, "must specify a peer"));
  else if (isSelected && ipBlock !== undefined) {
    causes.push(forbiddenField(field, "may not specify both ipBlock and another peer"));
  }
}

function checkBlockOfPeer(ipBlock: IPBlock, known: ReadonlySet<string>, field: string, causes: StatusCause[]): void {
  const { cidr = "", except = [] } = ipBlock;
  if (cidr === "") {
    causes.push(requiredField(`${field}.cidr`));
    return;
  }
  checkOlderBlock(cidr, `${field}.cidr`, causes, known);
  const block = parseAddressBlock(cidr);
  if (block === undefined) return;
  for (const [index, text] of except.entries()) {
    const at = `${field}.except[${index}]`;
    checkOlderBlock(text, at, causes, known);
    const hole = parseAddressBlock(text);
    if (hole === undefined || (blockContains(block, hole.base) && block.prefixLength < hole.prefixLength)) continue;
    causes.push(invalidField(at, text, "must be a strict subset of `cidr`"));
  }
}
