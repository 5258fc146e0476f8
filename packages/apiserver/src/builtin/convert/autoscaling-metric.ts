type Members = Record<string, unknown>;

interface Described {
  readonly metric?: { name?: unknown; selector?: unknown };
  readonly target?: { type?: unknown; value?: unknown; averageValue?: unknown; averageUtilization?: unknown };
  readonly current?: { value?: unknown; averageValue?: unknown; averageUtilization?: unknown };
  readonly describedObject?: unknown;
  readonly name?: unknown;
  readonly container?: unknown;
}

/** A metric, or its current value, as `autoscaling/v2` has it. */
export interface Metric {
  readonly type: string;
  readonly object?: Described;
  readonly pods?: Described;
  readonly resource?: Described;
  readonly containerResource?: Described;
  readonly external?: Described;
}

/** The same as in the annotations of `autoscaling/v1`. */
export interface MetricV1 {
  readonly type: string;
  readonly object?: Members;
  readonly pods?: Members;
  readonly resource?: Members;
  readonly containerResource?: Members;
  readonly external?: Members;
}

/** A metric for the annotation of an older autoscaler. */
export function metricToV1({ type, object, pods, resource, containerResource, external }: Metric): MetricV1 {
  return {
    type,
    ...(object && {
      object: defined({
        target: object.describedObject,
        metricName: object.metric?.name ?? "",
        targetValue: object.target?.value ?? "0",
        selector: object.metric?.selector,
        averageValue: object.target?.averageValue,
      }),
    }),
    ...(pods && {
      pods: defined({
        metricName: pods.metric?.name ?? "",
        targetAverageValue: pods.target?.averageValue ?? "0",
        selector: pods.metric?.selector,
      }),
    }),
    ...(resource && {
      resource: defined({
        name: resource.name,
        targetAverageUtilization: resource.target?.averageUtilization,
        targetAverageValue: resource.target?.averageValue,
      }),
    }),
    ...(containerResource && {
      containerResource: defined({
        name: containerResource.name,
        targetAverageUtilization: containerResource.target?.averageUtilization,
        targetAverageValue: containerResource.target?.averageValue,
        container: containerResource.container,
      }),
    }),
    ...(external && {
      external: defined({
        metricName: external.metric?.name ?? "",
        metricSelector: external.metric?.selector,
        targetValue: external.target?.value,
        targetAverageValue: external.target?.averageValue,
      }),
    }),
  };
}

/** The metric that the annotation of an older autoscaler says. */
export function metricFromV1({ type, object, pods, resource, containerResource, external }: MetricV1): Metric {
  return {
    type,
    ...(object && {
      object: {
        metric: defined({ name: object.metricName, selector: object.selector }),
        target: defined(
          object.averageValue === undefined
            ? { type: "Value", value: object.targetValue }
            : {
                type: "AverageValue",
                value: object.targetValue === "0" ? undefined : object.targetValue,
                averageValue: object.averageValue,
              },
        ),
        describedObject: object.target,
      },
    }),
    ...(pods && {
      pods: {
        metric: defined({ name: pods.metricName, selector: pods.selector }),
        target: { type: "AverageValue", averageValue: pods.targetAverageValue },
      },
    }),
    ...(resource && { resource: { name: resource.name, target: resourceTarget(resource) } }),
    ...(containerResource && {
      containerResource: {
        name: containerResource.name,
        target: resourceTarget(containerResource),
        container: containerResource.container,
      },
    }),
    ...(external && {
      external: {
        metric: defined({ name: external.metricName, selector: external.metricSelector }),
        target: defined({
          type: external.targetValue === undefined ? "AverageValue" : "Value",
          value: external.targetValue,
          averageValue: external.targetAverageValue,
        }),
      },
    }),
  };
}

/** The current value of a metric for the annotation of an older autoscaler. */
export function metricStatusToV1({ type, object, pods, resource, containerResource, external }: Metric): MetricV1 {
  return {
    type,
    ...(object && {
      object: defined({
        target: object.describedObject,
        metricName: object.metric?.name ?? "",
        currentValue: object.current?.value ?? "0",
        selector: object.metric?.selector,
        averageValue: object.current?.averageValue,
      }),
    }),
    ...(pods && {
      pods: defined({
        metricName: pods.metric?.name ?? "",
        currentAverageValue: pods.current?.averageValue ?? "0",
        selector: pods.metric?.selector,
      }),
    }),
    ...(resource && { resource: resourceStatus(resource) }),
    ...(containerResource && {
      containerResource: { ...resourceStatus(containerResource), container: containerResource.container },
    }),
    ...(external && {
      external: defined({
        metricName: external.metric?.name ?? "",
        metricSelector: external.metric?.selector,
        currentValue: external.current?.value ?? "0",
        currentAverageValue: external.current?.averageValue,
      }),
    }),
  };
}

/** The current value that the annotation of an older autoscaler says. */
export function metricStatusFromV1({ type, object, pods, resource, containerResource, external }: MetricV1): Metric {
  return {
    type,
    ...(object && {
      object: {
        metric: defined({ name: object.metricName, selector: object.selector }),
        current: defined({ value: object.currentValue, averageValue: object.averageValue }),
        describedObject: object.target,
      },
    }),
    ...(pods && {
      pods: {
        metric: defined({ name: pods.metricName, selector: pods.selector }),
        current: { averageValue: pods.currentAverageValue },
      },
    }),
    ...(resource && { resource: { name: resource.name, current: resourceCurrent(resource) } }),
    ...(containerResource && {
      containerResource: {
        name: containerResource.name,
        current: resourceCurrent(containerResource),
        container: containerResource.container,
      },
    }),
    ...(external && {
      external: {
        metric: defined({ name: external.metricName, selector: external.metricSelector }),
        current: defined({ value: external.currentValue, averageValue: external.currentAverageValue }),
      },
    }),
  };
}

function resourceTarget(source: Members): NonNullable<Described["target"]> {
  return defined({
    type: source.targetAverageUtilization === undefined ? "AverageValue" : "Utilization",
    averageValue: source.targetAverageValue,
    averageUtilization: source.targetAverageUtilization,
  });
}

function resourceStatus(source: Described): Members {
  return defined({
    name: source.name,
    currentAverageUtilization: source.current?.averageUtilization,
    currentAverageValue: source.current?.averageValue ?? "0",
  });
}

function resourceCurrent(source: Members): NonNullable<Described["current"]> {
  return defined({
    averageValue: source.currentAverageValue,
    averageUtilization: source.currentAverageUtilization,
  });
}

function defined<T extends Members>(members: T): T {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;
}
