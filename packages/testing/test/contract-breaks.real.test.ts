import { AssertionError } from "node:assert";
import { StatusError } from "@kubewright/api";
import { type ApiRequest, type ApiResponse, type Interceptor, responseOf } from "@kubewright/client";
import {
  apiServerContract,
  type ReferenceServer,
  referenceUnderTest,
  type ServerUnderTest,
  startReferenceServer,
} from "@kubewright/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

/** A way in which a server can be wrong, and cases that must notice. */
interface Defect {
  name: string;
  breaks?: Interceptor;
  breaksServer?: (server: ServerUnderTest) => ServerUnderTest;
  caughtBy: string[];
}

// biome-ignore lint/suspicious/noExplicitAny: what is changed is JSON of any shape
type Json = any;

/** Changes what is sent. */
function onRequest(change: (request: ApiRequest) => ApiRequest): Interceptor {
  return (request, next) => next(change(request));
}

/** Changes the parameters of requests that match. */
function onQuery(change: (query: URLSearchParams, request: ApiRequest) => void): Interceptor {
  return onRequest((request) => {
    const [path, text = ""] = request.path.split("?");
    const query = new URLSearchParams(text);
    change(query, request);
    return { ...request, path: query.size === 0 ? path! : `${path}?${query}` };
  });
}

const without = (parameter: string) => onQuery((query) => query.delete(parameter));

/** Changes the JSON that is sent with one of the methods. */
function onSent(methods: string[], change: (body: Json) => unknown): Interceptor {
  return onRequest((request) => {
    if (!methods.includes(request.method) || !request.body?.startsWith("{")) return request;
    const body = JSON.parse(request.body);
    change(body);
    return { ...request, body: JSON.stringify(body) };
  });
}

function answer(response: ApiResponse, text: string, status = response.status): ApiResponse {
  return { ...response, status, body: responseOf({ body: text }).body };
}

const isWatch = ({ path }: ApiRequest, { status }: ApiResponse) => status === 200 && /[?&]watch=/.test(path);

/** Changes the text of answers that are not watches. */
function onAnswer(
  change: (text: string, request: ApiRequest, response: ApiResponse) => [text: string, status: number],
): Interceptor {
  return async (request, next) => {
    const response = await next(request);
    if (isWatch(request, response)) return response;
    return answer(response, ...change(await response.body.text(), request, response));
  };
}

/** Changes the JSON of answers that are not watches. */
const onJson = (change: (body: Json, request: ApiRequest) => unknown): Interceptor =>
  onAnswer((text, request, { status }) => {
    if (!text.startsWith("{")) return [text, status];
    const body = JSON.parse(text);
    change(body, request);
    return [JSON.stringify(body), status];
  });

/** Changes the events of watches: each becomes none, one or more. */
function onEvent(change: (event: { type: string; object: Json }) => { type: string; object: Json }[]): Interceptor {
  return async (request, next) => {
    const response = await next(request);
    if (!isWatch(request, response)) return response;
    async function* events(): AsyncGenerator<Uint8Array> {
      const decoder = new TextDecoder();
      let rest = "";
      for await (const chunk of response.body) {
        const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
        rest = lines.pop()!;
        for (const line of lines) {
          for (const event of change(JSON.parse(line))) yield new TextEncoder().encode(`${JSON.stringify(event)}\n`);
        }
      }
    }
    const text = async () => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of events()) chunks.push(chunk);
      return Buffer.concat(chunks).toString();
    };
    return { ...response, body: { text, cancel: () => response.body.cancel(), [Symbol.asyncIterator]: events } };
  };
}

const isMergePatch = ({ headers }: ApiRequest) => headers?.["content-type"] === "application/merge-patch+json";
const isStrategic = ({ headers }: ApiRequest) => headers?.["content-type"] === "application/strategic-merge-patch+json";
const isApply = ({ headers }: ApiRequest) => headers?.["content-type"]?.startsWith("application/apply-patch") === true;

/** Takes a strategic patch of some resources for another kind of patch. */
const onStrategic = (resources: RegExp, change: (request: ApiRequest) => ApiRequest): Interceptor =>
  onRequest((request) => (isStrategic(request) && resources.test(request.path) ? change(request) : request));
const asMerge = (request: ApiRequest): ApiRequest => ({
  ...request,
  headers: { ...request.headers, "content-type": "application/merge-patch+json" },
});
/** Leaves out the members of a strategic patch that start like this, at any depth. */
const withoutDirective = (start: string): Interceptor =>
  onStrategic(/./, (request) => ({
    ...request,
    body: JSON.stringify(JSON.parse(request.body!), (_, value) =>
      value instanceof Object && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).filter(([name]) => !name.startsWith(start)))
        : value,
    ),
  }));

const isNamed = ({ path }: ApiRequest) => /\/(configmaps|widgets|gadgets|deployments)\/[^/?]+(\?|$)/.test(path);

const defects: Defect[] = [
  {
    name: "accepts stale versions",
    breaks: onSent(["PUT"], ({ metadata }) => delete metadata.resourceVersion),
    caughtBy: [
      "update > refuses a version that is not the newest",
      "update > lets exactly one of those win that write at once",
    ],
  },
  {
    name: "ignores finalizers",
    breaks: onSent(["POST"], ({ metadata }) => delete metadata.finalizers),
    caughtBy: [
      "delete > keeps an object until its finalizers are gone",
      "delete > does nothing when asked a second time",
    ],
  },
  {
    name: "ignores label selectors",
    breaks: without("labelSelector"),
    caughtBy: ["selector > = takes those with the value", "selector > DoesNotExist takes those that do not"],
  },
  {
    name: "ignores field selectors",
    breaks: without("fieldSelector"),
    caughtBy: [
      "selector > metadata.name takes one object, or all others",
      "selector > a field that cannot be selected by is refused",
    ],
  },
  {
    name: "ignores continue tokens",
    breaks: without("continue"),
    caughtBy: [
      "paging > gives as many as asked, how many remain, and where to go on",
      "paging > refuses a continue token that is none",
    ],
  },
  {
    name: "ignores limits",
    breaks: without("limit"),
    caughtBy: ["paging > gives as many as asked, how many remain, and where to go on"],
  },
  {
    name: "gives pages of different versions",
    breaks: (() => {
      const restart = (query: URLSearchParams) => {
        const token = JSON.parse(Buffer.from(query.get("continue")!, "base64url").toString());
        query.set("continue", Buffer.from(JSON.stringify({ ...token, rv: -1 })).toString("base64url"));
      };
      return onQuery((query) => query.has("continue") && restart(query));
    })(),
    caughtBy: ["paging > gives all pages at one version while others write"],
  },
  {
    name: "ignores exact versions",
    breaks: onQuery((query) => {
      query.delete("resourceVersionMatch");
      if (!query.has("watch")) query.delete("resourceVersion");
    }),
    caughtBy: ["list > at an exact version gives what there was", "list > refuses a version that is not a number"],
  },
  {
    name: "lists in no order",
    breaks: onJson((body) => Array.isArray(body.items) && body.items.reverse()),
    caughtBy: ["list > gives all objects of a namespace by name, with their kind"],
  },
  {
    name: "loses labels",
    breaks: onSent(["POST"], ({ metadata }) => delete metadata.labels),
    caughtBy: ["create > keeps what was sent and adds uid, version and creation time"],
  },
  {
    name: "drops fields that no schema names",
    breaks: onJson((body) => body.kind === "Gadget" && delete body.nested),
    caughtBy: ["fidelity > keeps fields that no schema names"],
  },
  {
    name: "rounds large integers",
    breaks: onJson(() => {}),
    caughtBy: ["fidelity > keeps integers beyond 2^53 that the schema names"],
  },
  {
    name: "gives a name that is taken",
    breaks: async (request, next) => {
      const response = await next(request);
      if (response.status !== 409 || request.method !== "POST") return response;
      const { metadata } = JSON.parse(request.body!);
      return await next({ method: "GET", path: `${request.path.split("?")[0]}/${metadata.name}` });
    },
    caughtBy: ["create > refuses a name that is taken"],
  },
  {
    name: "says conflict with another code",
    breaks: onAnswer((text, _, { status }) =>
      status === 409 ? [text.replace('"code":409', '"code":500'), 500] : [text, status],
    ),
    caughtBy: ["update > refuses a version that is not the newest", "create > refuses a name that is taken"],
  },
  {
    name: "says no more than that something is forbidden",
    breaks: onJson((body) => body.code === 403 && Object.assign(body, { message: "forbidden" })),
    caughtBy: ["authorization > refuses what nobody allowed, and says to whom and what"],
  },
  {
    name: "lets everyone do everything",
    breaksServer: (server) => ({ ...server, clientAs: async () => server.client }),
    caughtBy: [
      "authorization > refuses what nobody allowed, and says to whom and what",
      "authorization > refuses to watch",
    ],
  },
  {
    name: "stores dry runs",
    breaks: without("dryRun"),
    caughtBy: [
      "dry run > of create shows the object with its defaults and stores nothing",
      "dry run > of apply shows the object and stores nothing",
    ],
  },
  {
    name: "never counts the generation up",
    breaks: onJson(({ metadata }) => metadata?.generation && Object.assign(metadata, { generation: 1 })),
    caughtBy: [
      "update > counts the generation up with the spec, not with labels",
      "custom resource > counts its generation up with its spec, not with its metadata",
    ],
  },
  {
    name: "makes new versions of nothing new",
    breaks: onSent(["PUT", "PATCH"], (body) => {
      body.metadata = {
        ...body.metadata,
        annotations: { ...body.metadata?.annotations, at: String(process.hrtime.bigint()) },
      };
    }),
    caughtBy: [
      "update > makes no new version when nothing changes",
      "apply > makes no new version when nothing changes",
      "watch > tells no change that changes nothing",
    ],
  },
  {
    name: "takes a merge patch for the whole",
    breaks: async (request, next) => {
      if (!isMergePatch(request) || !isNamed(request)) return await next(request);
      const path = request.path.split("?")[0]!;
      const current = JSON.parse(await (await next({ method: "GET", path })).body.text());
      const patch = JSON.parse(request.body!);
      const body = { ...current, ...patch, metadata: { ...current.metadata, ...patch.metadata } };
      return await next({
        method: "PUT",
        path,
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    },
    caughtBy: ["patch > merge: sets members and removes those that are null"],
  },
  {
    name: "takes a strategic patch of a pod for a merge patch",
    breaks: onStrategic(/\/pods\//, asMerge),
    caughtBy: ["patch > strategic: merges the containers of a pod by name"],
  },
  {
    name: "takes a strategic patch of a service for a merge patch",
    breaks: onStrategic(/\/services\//, asMerge),
    caughtBy: [
      "patch > strategic: merges the ports of a service by number",
      "patch > strategic: replaces a list when told to",
      "patch > strategic: puts a list into the order told",
      "patch > strategic: refuses a directive that is none, and an item without its key",
    ],
  },
  {
    name: "takes a strategic patch of a service account for a merge patch",
    breaks: onStrategic(/\/serviceaccounts\//, asMerge),
    caughtBy: ["patch > strategic: merges the secrets of a service account by name, and replaces its pull secrets"],
  },
  {
    name: "ignores $patch in a strategic patch",
    breaks: withoutDirective("$patch"),
    caughtBy: [
      "patch > strategic: removes a list item by its key",
      "patch > strategic: merges the ports of a service by number",
      "patch > strategic: merges lists within the items of lists",
      "patch > strategic: replaces a list when told to",
    ],
  },
  {
    name: "ignores $deleteFromPrimitiveList in a strategic patch",
    breaks: withoutDirective("$deleteFromPrimitiveList/"),
    caughtBy: ["patch > strategic: adds to a list of plain values and deletes from it"],
  },
  {
    name: "ignores $setElementOrder in a strategic patch",
    breaks: withoutDirective("$setElementOrder/"),
    caughtBy: ["patch > strategic: puts a list into the order told"],
  },
  {
    name: "ignores $retainKeys in a strategic patch",
    breaks: withoutDirective("$retainKeys"),
    caughtBy: ["patch > strategic: keeps only the members named of a union"],
  },
  {
    name: "gives services no address",
    breaks: onJson((body) => body.kind === "Service" && delete body.spec.clusterIP),
    caughtBy: ["create > gives a service an address of its own, unless it wants none"],
  },
  {
    name: "gives all services one address",
    breaks: onJson(({ kind, spec }) => {
      if (kind === "Service") Object.assign(spec, { clusterIP: "10.0.0.10", clusterIPs: ["10.0.0.10"] });
    }),
    caughtBy: ["create > gives a service an address of its own, unless it wants none"],
  },
  {
    name: "completes no services",
    breaks: onJson((body) => body.kind === "Service" && delete body.spec.type),
    caughtBy: ["create > completes a service"],
  },
  {
    name: "makes namespaces that nobody finalizes",
    breaks: onJson((body) => body.kind === "Namespace" && delete body.spec),
    caughtBy: ["create > makes a namespace active, to be finalized by Kubernetes"],
  },
  {
    name: "makes namespaces without a phase",
    breaks: onJson((body) => body.kind === "Namespace" && delete body.status),
    caughtBy: ["create > makes a namespace active, to be finalized by Kubernetes"],
  },
  {
    name: "sends custom resources without their kind",
    breaks: onJson((body) => body.kind === "Widget" && delete body.kind),
    caughtBy: ["wire form > an object has its kind"],
  },
  {
    name: "sends changed objects without their kind",
    breaks: onJson((body, { method }) => ["PUT", "PATCH"].includes(method) && delete body.kind),
    caughtBy: ["wire form > an object has its kind in the answer to each way to write it"],
  },
  {
    name: "sends the items of lists with their kind",
    breaks: onJson(({ kind, items }) => {
      if (kind === "ConfigMapList")
        for (const item of items) Object.assign(item, { apiVersion: "v1", kind: "ConfigMap" });
    }),
    caughtBy: ["wire form > a list has its kind, its built-in items have none"],
  },
  {
    name: "sends the items of lists without their kind",
    breaks: onJson(({ kind, items }) => {
      if (kind === "WidgetList") for (const item of items) delete item.kind;
    }),
    caughtBy: ["wire form > a list of custom resources has its kind, and its items have theirs"],
  },
  {
    name: "sends events of objects without their kind",
    breaks: onEvent((event) => {
      const { kind, apiVersion, ...object } = event.object;
      return [{ ...event, object: event.type === "ERROR" ? event.object : object }];
    }),
    caughtBy: [
      "wire form > each event of a watch has the kind of its object, also a bookmark",
      "wire form > each event of a watch has the kind of its object, whatever happened to it",
    ],
  },
  {
    name: "sends bookmarks without a kind",
    breaks: onEvent(({ type, object }) => [
      { type, object: type === "BOOKMARK" ? { metadata: object.metadata } : object },
    ]),
    caughtBy: ["wire form > each event of a watch has the kind of its object, also a bookmark"],
  },
  {
    name: "sends errors of watches that are no Status",
    breaks: onEvent(({ type, object }) => [{ type, object: type === "ERROR" ? { message: object.message } : object }]),
    caughtBy: ["wire form > the error of a watch is a Status"],
  },
  {
    name: "does not say what it sends",
    breaks: async (request, next) => {
      const response = await next(request);
      const headers = new Map(response.headers);
      headers.delete("content-type");
      return { ...response, headers };
    },
    caughtBy: ["wire form > all that is JSON says so"],
  },
  {
    name: "sends no bookmarks but the first",
    breaks: onEvent((event) => {
      const isFirst = event.object.metadata?.annotations?.["k8s.io/initial-events-end"] === "true";
      return event.type === "BOOKMARK" && !isFirst ? [] : [event];
    }),
    caughtBy: ["watch > says before its time is over how far it has come, though nothing of it changed"],
  },
  {
    name: "sends bookmarks of versions long passed",
    breaks: onEvent((event) => {
      if (event.type === "BOOKMARK") event.object.metadata.resourceVersion = "1";
      return [event];
    }),
    caughtBy: ["watch > says before its time is over how far it has come, though nothing of it changed"],
  },
  {
    name: "applies over the fields of others",
    breaks: onQuery((query, request) => isApply(request) && query.set("force", "true")),
    caughtBy: ["apply > refuses a field that another applier owns, and names both", "apply > lists all conflicts"],
  },
  {
    name: "never removes what was applied",
    breaks: (() => {
      let count = 0;
      return onQuery((query, request) => isApply(request) && query.set("fieldManager", `manager-${count++}`));
    })(),
    caughtBy: ["apply > removes fields that were applied before and no longer are"],
  },
  {
    name: "lets the object's writer write the status",
    breaks: async (request, next) => {
      const response = await next(request);
      if (!isNamed(request) || response.status !== 200 || !["PUT", "PATCH"].includes(request.method)) return response;
      const { status } = JSON.parse(request.body!);
      if (status === undefined) return response;
      await response.body.text();
      const headers = { "content-type": "application/merge-patch+json" };
      const path = `${request.path.split("?")[0]}/status`;
      return await next({ method: "PATCH", path, headers, body: JSON.stringify({ status }) });
    },
    caughtBy: ["status > is not changed by update or patch of the object"],
  },
  {
    name: "ignores preconditions of a deletion",
    breaks: onSent(["DELETE"], (body) => delete body.preconditions),
    caughtBy: ["delete > refuses when the uid is another", "delete > refuses when the version is another"],
  },
  {
    name: "ignores the policy of a deletion",
    breaks: onSent(["DELETE"], (body) => delete body.propagationPolicy),
    caughtBy: ["delete > in the foreground leaves the object to the garbage collector"],
  },
  {
    name: "validates no fields",
    breaks: onQuery((query) => query.set("fieldValidation", "Ignore")),
    caughtBy: [
      "field validation > Strict refuses an unknown field",
      "field validation > Warn drops an unknown field and says so",
    ],
  },
  {
    name: "sends whole objects when asked for metadata",
    breaks: onRequest((request) => ({ ...request, headers: { ...request.headers, accept: "application/json" } })),
    caughtBy: ["metadata only > gets the metadata of an object", "metadata only > lists the metadata of objects"],
  },
  {
    name: "loses deletions in a watch",
    breaks: onEvent((event) => (event.type === "DELETED" ? [] : [event])),
    caughtBy: ["watch > tells each change after a version once, in order"],
  },
  {
    name: "tells changes twice in a watch",
    breaks: onEvent((event) => [event, event]),
    caughtBy: [
      "watch > tells each change after a version once, in order",
      "watch > tells of what happens while it is open",
    ],
  },
  {
    name: "tells of changed objects as added in a watch",
    breaks: onEvent((event) => [event.type === "MODIFIED" ? { ...event, type: "ADDED" } : event]),
    caughtBy: ["watch > tells each change after a version once, in order"],
  },
  {
    name: "never says that the initial events are over",
    breaks: onEvent((event) => (event.type === "BOOKMARK" ? [] : [event])),
    caughtBy: ["watch > with initial events of nothing says at once that this was all"],
  },
  {
    name: "ends a watch from a forgotten version as if it were over",
    breaks: onEvent((event) => (event.type === "ERROR" ? [] : [event])),
    caughtBy: ["watch > from a version that the server no longer has fails with 410"],
  },
];

describe("the contract notices a server that", () => {
  const cases = new Map(apiServerContract().map((each) => [each.name, each]));
  /** Passes on a server that is wrong only in what a defect is about. */
  const innocent = "get > gives the object with its kind";
  let server: ReferenceServer;
  beforeAll(async () => {
    server = await startReferenceServer();
  });
  afterAll(() => server?.close());

  // Not `test.each`, which shortens names.
  for (const { name: defect, breaks, breaksServer, caughtBy } of defects) {
    test.concurrent(defect, async () => {
      await using whole = referenceUnderTest(server, breaks === undefined ? [] : [breaks]);
      const subject = breaksServer?.(whole) ?? whole;
      const outcome = async (name: string): Promise<string> => {
        const error = await cases
          .get(name)!
          .run(subject)
          .then(
            () => undefined,
            (reason: unknown) => reason,
          );
        if (error === undefined) return `${name}: passes`;
        const isNoticed = error instanceof AssertionError || error instanceof StatusError;
        return isNoticed ? `${name}: fails` : `${name}: ${error}`;
      };
      expect(await outcome(innocent)).toBe(`${innocent}: passes`);
      expect(await Promise.all(caughtBy.map(outcome))).toEqual(caughtBy.map((name) => `${name}: fails`));
    });
  }
});
