import type { Clock } from "@kubewright/api";
import { defaultPlugins } from "../admission/default-plugins.ts";
import { alwaysAllow } from "../auth/always-allow.ts";
import type { Authorizer } from "../auth/authorizer.ts";
import { Impersonator } from "../auth/impersonation/impersonator.ts";
import { RbacAuthorizer } from "../auth/rbac/rbac-authorizer.ts";
import { RbacRules } from "../auth/rbac/rbac-rules.ts";
import { RequestAuthenticator } from "../auth/request-authenticator.ts";
import { ServiceAccountTokens } from "../auth/token/service-account-tokens.ts";
import { answerTokenRequest } from "../auth/token/token-request.ts";
import { builtinResources } from "../builtin/builtin-resources.ts";
import { flowSchemaRules } from "../builtin/flow-schema-rules.ts";
import { AddressRange } from "../builtin/service/address-range.ts";
import { NodePorts } from "../builtin/service/node-ports.ts";
import { ServiceAddresses } from "../builtin/service/service-addresses.ts";
import { serviceRules } from "../builtin/service/service-rules.ts";
import { BuiltinTables } from "../builtin/table/builtin-tables.ts";
import { loopbackEndpointValidations } from "../builtin/validation/network/loopback-endpoints.ts";
import { loadTypeGraph } from "../codec/type-graph.ts";
import { CustomResources } from "../custom/custom-resources.ts";
import { readDiscovery } from "../data/discovery-data.ts";
import { OpenApiData } from "../data/open-api-data.ts";
import { readVersion } from "../data/server-data.ts";
import { Discovery } from "../discovery/discovery.ts";
import { HealthChecks } from "../discovery/health-checks.ts";
import { OpenApiDocuments } from "../discovery/openapi/open-api-documents.ts";
import { recordedLists } from "../discovery/recorded-lists.ts";
import { ApiServerError } from "../errors.ts";
import { pooledRandomness, type Randomness, systemClock } from "../host.ts";
import { serveOther } from "../http/endpoint/serve-other.ts";
import type { RequestHandler } from "../http/exchange.ts";
import { Faults } from "../http/fault/faults.ts";
import { withFaults } from "../http/fault/with-faults.ts";
import { InFlightLimit } from "../http/in-flight-limit.ts";
import { requestHandler } from "../http/request-handler.ts";
import { FieldManagers } from "../resource/field-managers.ts";
import { ResourceCatalog } from "../resource/resource-catalog.ts";
import type { ServerState } from "../resource/server-state.ts";
import { MemoryStore } from "../storage/memory-store.ts";
import { generateName, generateUid } from "../verb/write/generate-name.ts";
import { reviewAnswers } from "./answers.ts";
import { bootstrap } from "./bootstrap.ts";
import { escalationCheck } from "./escalation-check.ts";
import type { ApiServerOptions } from "./server-options.ts";

/** All parts of a server, put together. */
export interface AssembledServer {
  readonly state: ServerState;
  readonly handle: RequestHandler;
  readonly faults: Faults;
  readonly tokens: ServiceAccountTokens;
  readonly serviceAddress: string;
  /** Ends what parts do by themselves. */
  close(): void;
}

/** Makes a server that has what a fresh one has. Nothing of it waits or listens. */
export function assemble(options: ApiServerOptions): AssembledServer {
  const clock: Clock = options.clock ?? systemClock;
  const random: Randomness = options.random ?? pooledRandomness();
  const newUid = (): string => generateUid(random);
  const serviceCidrs = (options.serviceCidr ?? "10.0.0.0/24").split(",");
  const range = AddressRange.parse(serviceCidrs[0]!);
  const serviceAddress = range?.first;
  if (serviceAddress === undefined) {
    throw new ApiServerError("INVALID_OPTION", `serviceCidr: "${options.serviceCidr}" is no range such as 10.0.0.0/24`);
  }

  const store = new MemoryStore();
  const catalog = new ResourceCatalog();
  const rules = new RbacRules(store);
  const authorizer: Authorizer = options.authorization === "AlwaysAllow" ? alwaysAllow : new RbacAuthorizer(rules);
  const tokens = new ServiceAccountTokens({ store, clock, newId: newUid });
  const authenticator = new RequestAuthenticator(tokens, new Map(Object.entries(options.tokens ?? {})));
  const graph = loadTypeGraph();
  const recorded = readDiscovery();
  const addresses = new ServiceAddresses({ store, clock, blocks: serviceCidrs, newUid });
  const ports = new NodePorts(store, clock, options.nodePortRange ?? { first: 30_000, last: 32_767 });
  const fieldManagers = new FieldManagers(catalog);
  const custom = new CustomResources({ store, catalog, graph, clock, fieldManagers });
  catalog.add(
    ...builtinResources({
      graph,
      discovery: recorded.resources,
      clock,
      answers: reviewAnswers(authenticator, authorizer, rules),
      tables: new BuiltinTables(),
      rules: {
        Service: serviceRules({ store, addresses, ports }),
        "flowcontrol.apiserver.k8s.io/FlowSchema": flowSchemaRules(store, clock),
      },
      ...(options.allowLoopbackEndpoints === true && { validations: loopbackEndpointValidations }),
      strategies: { "apiextensions.k8s.io/CustomResourceDefinition": custom.strategies },
    }),
  );
  const state: ServerState = {
    store,
    catalog,
    graph,
    admission: [
      custom.admission,
      ...defaultPlugins({
        store,
        authorizer,
        generateName,
        serviceAccounts: options.serviceAccountAdmission ?? false,
      }),
      escalationCheck(rules, authorizer),
    ],
    authorizer,
    clock,
    random,
    actions: {
      issueToken: (account, request) => answerTokenRequest(tokens, store, account, request, clock.now()),
      ...(options.podLogs !== undefined && { podLogs: options.podLogs }),
    },
    fieldManagers,
  };
  bootstrap(state, { serviceCidrs, serviceAddress });

  const discovery = new Discovery(recordedLists(recorded), store);
  const openApi = new OpenApiDocuments(new OpenApiData(), discovery);
  const other = {
    discovery,
    openApi,
    compressed: new WeakMap(),
    health: new HealthChecks(),
    tokens,
    version: readVersion(),
    clock,
  };
  const faults = new Faults(random);
  for (const rule of options.faults ?? []) faults.add(rule);
  const handle = requestHandler({
    state,
    authenticator,
    impersonator: new Impersonator(authorizer),
    isBuiltinGroup: (group) => discovery.isBuiltinGroup(group),
    serveOther: async (exchange) => {
      const own = options.endpoints?.[exchange.info.path];
      return own === undefined ? serveOther(other, exchange) : own(exchange.request);
    },
    onInternalError: options.onInternalError ?? (() => {}),
    ...inFlightLimitOf(options),
  });
  return {
    state,
    handle: withFaults(handle, faults, clock),
    faults,
    tokens,
    serviceAddress,
    close() {
      discovery.close();
      rules.close();
      ports.stop();
    },
  };
}

function inFlightLimitOf(options: ApiServerOptions): { inFlightLimit?: InFlightLimit } {
  const { maxRequestsInFlight: maxRequests = 0, maxMutatingRequestsInFlight: maxMutatingRequests = 0 } = options;
  if (maxRequests === 0 && maxMutatingRequests === 0) return {};
  return { inFlightLimit: new InFlightLimit({ maxRequests, maxMutatingRequests }) };
}
