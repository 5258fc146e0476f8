import { invalidError, parseTime, type StatusCause, serviceUnavailableError } from "@kubewright/api";
import { forbiddenField, invalidField } from "@kubewright/api/server";
import type { RequestContext } from "../../resource/request-context.ts";
import type { ServerState } from "../../resource/server-state.ts";
import { booleanParameter, integerParameter } from "../read/query-value.ts";
import type { ActionRequest, ActionResult } from "./perform-action.ts";
import { containerOf, nodeOf, objectOf } from "./pod-container.ts";

/** The log of a pod's container, from whoever runs it. Throws StatusErrors. */
export function readPodLog(state: ServerState, request: ActionRequest, context: RequestContext): ActionResult {
  const { parameters, name } = request;
  const options = {
    follow: booleanParameter(parameters, "follow") ?? false,
    previous: booleanParameter(parameters, "previous") ?? false,
    timestamps: booleanParameter(parameters, "timestamps") ?? false,
    sinceSeconds: integerParameter(parameters, "sinceSeconds"),
    sinceTime: sinceTimeOf(parameters),
    tailLines: integerParameter(parameters, "tailLines"),
    limitBytes: integerParameter(parameters, "limitBytes"),
  };
  const causes = problemsOf(options, parameters.has("stream"));
  if (causes.length > 0) throw invalidError({ group: "", kind: "PodLogOptions" }, name, causes);
  const pod = objectOf(state, request);
  const container = containerOf(pod, parameters.get("container") ?? "");
  const logs = state.actions.podLogs;
  if (nodeOf(state, pod) === "") return { code: 204, stream: nothing(), contentType: "text/plain" };
  if (logs === undefined) throw serviceUnavailableError("no node of this server runs pods");
  const stream = logs({ pod, container, ...options, signal: context.signal });
  return { code: 200, stream, contentType: "text/plain" };
}

async function* nothing(): AsyncGenerator<string> {}

/** What cannot be read as a time counts as none. */
function sinceTimeOf(parameters: URLSearchParams): string | undefined {
  const text = parameters.get("sinceTime");
  if (text === null || text === "") return undefined;
  try {
    parseTime(text);
    return text;
  } catch {
    return undefined;
  }
}

interface LogOptions {
  readonly tailLines: number | undefined;
  readonly limitBytes: number | undefined;
  readonly sinceSeconds: number | undefined;
  readonly sinceTime: string | undefined;
}

function problemsOf({ tailLines, limitBytes, sinceSeconds, sinceTime }: LogOptions, hasStream: boolean): StatusCause[] {
  const causes: StatusCause[] = [];
  if (tailLines !== undefined && tailLines < 0) {
    causes.push(invalidField("tailLines", tailLines, "must be greater than or equal to 0"));
  }
  if (limitBytes !== undefined && limitBytes < 1) {
    causes.push(invalidField("limitBytes", limitBytes, "must be greater than 0"));
  }
  if (sinceSeconds !== undefined && sinceTime !== undefined) {
    causes.push(forbiddenField("[]", "at most one of `sinceTime` or `sinceSeconds` may be specified"));
  } else if (sinceSeconds !== undefined && sinceSeconds < 1) {
    causes.push(invalidField("sinceSeconds", sinceSeconds, "must be greater than 0"));
  }
  if (hasStream) causes.push(forbiddenField("stream", "may not be specified"));
  return causes;
}
