import { type StatusCause, validateHttpHeaderName } from "@kubewright/api";
import type { Container, Lifecycle, LifecycleHandler, Probe } from "@kubewright/api/core/v1";
import { forbiddenField, invalidField, requiredField, unsupportedField } from "@kubewright/api/server";
import { checkNotNegative, checkPort } from "../../rule/number-rule.ts";
import { checkPresent, checkText } from "../../rule/text-rule.ts";

type Handler = Pick<Probe, "exec" | "httpGet" | "tcpSocket" | "grpc"> & Pick<LifecycleHandler, "sleep">;

const supportedSchemes = ["HTTP", "HTTPS"];

/** Adds what is wrong with how the kubelet talks to a container. `gracePeriod` is the pod's. */
export function checkHooks(
  { lifecycle, livenessProbe, readinessProbe, startupProbe }: Container,
  gracePeriod: number | undefined,
  field: string,
  causes: StatusCause[],
): void {
  if (lifecycle) checkLifecycle(lifecycle, gracePeriod, `${field}.lifecycle`, causes);
  if (livenessProbe) checkUnanimousProbe(livenessProbe, `${field}.livenessProbe`, causes);
  if (readinessProbe) {
    checkProbe(readinessProbe, `${field}.readinessProbe`, causes);
    const { terminationGracePeriodSeconds: seconds } = readinessProbe;
    if (seconds !== undefined) {
      const place = `${field}.readinessProbe.terminationGracePeriodSeconds`;
      causes.push(invalidField(place, seconds, "must not be set for readinessProbes"));
    }
  }
  if (startupProbe) checkUnanimousProbe(startupProbe, `${field}.startupProbe`, causes);
}

function checkLifecycle(
  { postStart, preStop }: Lifecycle,
  gracePeriod: number | undefined,
  field: string,
  causes: StatusCause[],
): void {
  if (postStart) checkHandler(postStart, gracePeriod, `${field}.postStart`, causes);
  if (preStop) checkHandler(preStop, gracePeriod, `${field}.preStop`, causes);
}

/** One success must be enough. */
function checkUnanimousProbe(probe: Probe, field: string, causes: StatusCause[]): void {
  checkProbe(probe, field, causes);
  const { successThreshold = 0 } = probe;
  if (successThreshold !== 1) causes.push(invalidField(`${field}.successThreshold`, successThreshold, "must be 1"));
}

function checkProbe(probe: Probe, field: string, causes: StatusCause[]): void {
  checkHandler(probe, undefined, field, causes);
  checkNotNegative(probe.initialDelaySeconds, `${field}.initialDelaySeconds`, causes);
  checkNotNegative(probe.timeoutSeconds, `${field}.timeoutSeconds`, causes);
  checkNotNegative(probe.periodSeconds, `${field}.periodSeconds`, causes);
  checkNotNegative(probe.successThreshold, `${field}.successThreshold`, causes);
  checkNotNegative(probe.failureThreshold, `${field}.failureThreshold`, causes);
  const { terminationGracePeriodSeconds: seconds } = probe;
  if (seconds !== undefined && seconds <= 0) {
    causes.push(invalidField(`${field}.terminationGracePeriodSeconds`, seconds, "must be greater than 0"));
  }
}

function checkHandler(handler: Handler, gracePeriod: number | undefined, field: string, causes: StatusCause[]): void {
  let count = 0;
  for (const [name, check] of handlerChecks) {
    if (!handler[name]) continue;
    count++;
    const place = `${field}.${name}`;
    if (count > 1) causes.push(forbiddenField(place, "may not specify more than 1 handler type"));
    else check(handler, gracePeriod, place, causes);
  }
  if (count === 0) causes.push(requiredField(field, "must specify a handler type"));
}

type HandlerCheck = (handler: Handler, gracePeriod: number | undefined, field: string, causes: StatusCause[]) => void;

const handlerChecks: readonly (readonly [name: keyof Handler, check: HandlerCheck])[] = [
  ["exec", checkExec],
  ["httpGet", checkHttpGet],
  ["tcpSocket", ({ tcpSocket }, _, field, causes) => checkPort(tcpSocket?.port, `${field}.port`, causes)],
  ["grpc", ({ grpc }, _, field, causes) => checkPort(grpc?.port, `${field}.port`, causes)],
  ["sleep", checkSleep],
];

function checkExec({ exec }: Handler, _: unknown, field: string, causes: StatusCause[]): void {
  if ((exec?.command?.length ?? 0) === 0) causes.push(requiredField(`${field}.command`));
}

function checkHttpGet({ httpGet }: Handler, _: unknown, field: string, causes: StatusCause[]): void {
  checkPresent(httpGet?.path, `${field}.path`, causes);
  checkPort(httpGet?.port, `${field}.port`, causes);
  const scheme = httpGet?.scheme ?? "";
  if (!supportedSchemes.includes(scheme)) causes.push(unsupportedField(`${field}.scheme`, scheme, supportedSchemes));
  for (const { name } of httpGet?.httpHeaders ?? []) {
    checkText(validateHttpHeaderName, name ?? "", `${field}.httpHeaders`, causes);
  }
}

function checkSleep({ sleep }: Handler, gracePeriod: number | undefined, field: string, causes: StatusCause[]): void {
  const seconds = sleep?.seconds ?? 0;
  if (gracePeriod === undefined || (seconds >= 0 && seconds <= gracePeriod)) return;
  const detail = `must be non-negative and less than terminationGracePeriodSeconds (${gracePeriod})`;
  causes.push(invalidField(field, seconds, detail));
}
