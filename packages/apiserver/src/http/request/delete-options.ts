import { badRequestError, invalidError, type StatusCause } from "@kubewright/api";
import { invalidField, quote, unsupportedField } from "@kubewright/api/server";
import { kindOfBody } from "../../codec/body-kind.ts";
import { BodyError, DecodeError } from "../../codec/decode-error.ts";
import { decodeObject } from "../../codec/decode-object.ts";
import type { TypeGraph } from "../../codec/type-graph.ts";
import { validateDryRun } from "../../resource/option-rules.ts";
import type { DeleteOptions } from "../../resource/strategy.ts";
import { booleanParameter, integerParameter } from "../../verb/read/query-value.ts";

/** What a deletion is asked for. */
export interface DeleteOrder {
  readonly options: DeleteOptions;
  readonly dryRun: readonly string[];
}

/** What the body of a DELETE says, or its query when there is no body. Throws a 400 or 422 StatusError. */
export function deleteOrderOf(body: unknown, query: URLSearchParams, graph: TypeGraph): DeleteOrder {
  const raw = body === undefined ? ofQuery(query) : ofBody(body, graph);
  const causes = problemsOf(raw);
  if (causes.length > 0) throw invalidError({ group: "meta.k8s.io", kind: "DeleteOptions" }, "", causes);
  const { gracePeriodSeconds, orphanDependents, preconditions } = raw;
  const propagationPolicy = raw.propagationPolicy as DeleteOptions["propagationPolicy"];
  return {
    options: { gracePeriodSeconds, orphanDependents, propagationPolicy, preconditions },
    dryRun: raw.dryRun,
  };
}

interface RawOptions {
  readonly gracePeriodSeconds: number | undefined;
  readonly orphanDependents: boolean | undefined;
  readonly propagationPolicy: string | undefined;
  readonly preconditions: { readonly uid?: string; readonly resourceVersion?: string } | undefined;
  readonly dryRun: readonly string[];
}

function ofQuery(query: URLSearchParams): RawOptions {
  const uid = query.get("uid") ?? "";
  const resourceVersion = query.get("resourceVersion") ?? "";
  const preconditions = { ...(uid !== "" && { uid }), ...(resourceVersion !== "" && { resourceVersion }) };
  return {
    gracePeriodSeconds: integerParameter(query, "gracePeriodSeconds"),
    orphanDependents: booleanParameter(query, "orphanDependents"),
    propagationPolicy: query.get("propagationPolicy") ?? undefined,
    preconditions: Object.keys(preconditions).length > 0 ? preconditions : undefined,
    dryRun: query.getAll("dryRun"),
  };
}

/** `kind` and `apiVersion` may be absent, or of any group that has DeleteOptions: all do. */
function ofBody(body: unknown, graph: TypeGraph): RawOptions {
  try {
    const { group, version, kind } = kindOfBody(body);
    if (kind !== "" && kind !== "DeleteOptions") {
      const groupVersion = quote(group === "" ? version || "v1" : `${group}/${version}`);
      throw badRequestError(
        `no kind ${quote(kind)} is registered for version ${groupVersion} in scheme "pkg/runtime/scheme.go:111"`,
      );
    }
    const options = decodeObject(body, graph.kind("meta.k8s.io", "v1", "DeleteOptions")!).object as Partial<RawOptions>;
    return {
      gracePeriodSeconds: options.gracePeriodSeconds,
      orphanDependents: options.orphanDependents,
      propagationPolicy: options.propagationPolicy,
      preconditions: options.preconditions,
      dryRun: options.dryRun ?? [],
    };
  } catch (error) {
    throw error instanceof DecodeError || error instanceof BodyError ? badRequestError(error.message) : error;
  }
}

function problemsOf({ orphanDependents, propagationPolicy, dryRun }: RawOptions): StatusCause[] {
  const causes: StatusCause[] = [];
  const field = "propagationPolicy";
  if (propagationPolicy !== undefined) {
    if (orphanDependents !== undefined) {
      causes.push(
        invalidField(field, propagationPolicy, "orphanDependents and deletionPropagation cannot be both set"),
      );
    }
    const supported = ["Foreground", "Background", "Orphan"];
    if (!supported.includes(propagationPolicy)) {
      causes.push(unsupportedField(field, propagationPolicy, [...supported, "nil"]));
    }
  }
  return [...causes, ...validateDryRun(dryRun, "dryRun")];
}
