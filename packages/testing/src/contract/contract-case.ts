import { Namespace } from "@kubewright/api/core/v1";
import type { Client } from "@kubewright/client";

/** A server, seen through clients. What a test gives to the contract. */
export interface ServerUnderTest {
  /** May do everything. Best one that does not retry: some cases want the server to refuse. */
  readonly client: Client;
  /** A client of someone who may do only what RBAC grants the name. */
  clientAs(user: string): Promise<Client>;
  /** A client that presents a bearer token and nothing else. */
  clientWithToken(token: string): Promise<Client>;
  /** Makes the server forget all versions before `resourceVersion`, as it does by itself after some minutes. */
  compact(resourceVersion: string): Promise<void>;
}

/** One claim about an API server. Needs nothing from other cases: they may run at once and in any order. */
export interface ContractCase<Subject = ServerUnderTest> {
  /** What the claim is about: `watch`. */
  readonly area: string;
  /** In the present tense. */
  readonly claim: string;
  /** `area > claim`, unique. */
  readonly name: string;
  /** Rejects when the claim does not hold. */
  run(subject: Subject): Promise<void>;
}

/** What a case works with. */
export interface CaseContext {
  readonly server: ServerUnderTest;
  readonly client: Client;
  /** Made for this case and empty. Its name also serves to make names of cluster-scoped objects unique. */
  readonly namespace: string;
}

/** The cases of one area, by their claims. */
export function contractCases(
  area: string,
  claims: Readonly<Record<string, (context: CaseContext) => Promise<void>>>,
): ContractCase[] {
  return Object.entries(claims).map(([claim, body]) => ({
    area,
    claim,
    name: `${area} > ${claim}`,
    async run(server: ServerUnderTest): Promise<void> {
      const { client } = server;
      const namespace = await client.create(Namespace.of({ metadata: { generateName: "contract-" } }));
      await body({ server, client, namespace: namespace.metadata.name });
    },
  }));
}
