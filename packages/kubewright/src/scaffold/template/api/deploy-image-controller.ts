import type { DeployImageOptions } from "../../../project/deploy-image-options.ts";
import { importPath, type KindContext } from "../../kind-context.ts";
import { imageVariable } from "../config/kind-config.ts";
import { fitting, importLine, lineWidth } from "../import-line.ts";
import { controllerChain, rbacMarkers } from "./controller-file.ts";

/** A complete controller: it keeps a Deployment of an image for each object. */
export function deployImageController(context: KindContext, options: DeployImageOptions): string {
  const { header, kind, variable, group, apiFile, controllerFile: file, controllerName, setupName } = context;
  const names = [
    ...["type ConditionInput", "type Manager", "type ReconcileContext", "type Reconciler", "setCondition"],
    ...["setControllerReference", "systemClock", "withFinalizer", "withStatus"],
  ];
  return `${header}${importLine(["Deployment"], "@kubewright/api/apps/v1")}
${importLine(names, "@kubewright/operator")}
${importLine([kind], importPath(file, apiFile))}

/** What an instance runs, unless ${imageVariable(context)} names another image. */
const defaultImage = ${JSON.stringify(options.image)};

${rbacMarkers(context, "")}
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;update;patch;delete

/** Keeps a Deployment as each ${kind} wants it, and tells in the status how far it is. */
${functionHead(`export function create${kind}Reconciler`, ["image: string = defaultImage"], "Reconciler")}
  return withFinalizer({
    kind: ${kind},
    finalizer: "${group}/finalizer",
    reconcile: (${variable}, context) => reconcile(${variable}, image, context),
    cleanup,
  });
}

/** Adds the controller to a manager. */
${functionHead(`export function ${setupName}`, ["manager: Manager", "options: { readonly image?: string | undefined } = {}"], "void")}
  const reconciler = create${kind}Reconciler(options.image);
${controllerChain([`controller("${controllerName}")`, `for(${kind})`, "owns(Deployment)", "reconcile(reconciler)"])}
}

${functionHead("async function reconcile", [`found: ${kind}`, "image: string", "context: ReconcileContext"], "Promise<void>")}
  const { client, events, key, log, signal } = context;
  const { name } = found.metadata;
  const replicas = found.spec.size ?? 1;
  const ${variable} =
    found.status?.conditions === undefined
      ? await report(found, available("Unknown", "Starting reconciliation"), context)
      : found;

  const isNew = (await client.find(Deployment, key, { signal })) === undefined;
  let deployment: Deployment;
  try {
    // Whatever somebody changed by hand is put back; nothing is sent if all is as it should be.
    deployment = await client.apply(deploymentFor(${variable}, replicas, image), { signal });
  } catch (error) {
    const message = \`Failed to create Deployment for the custom resource (\${name}): (\${error})\`;
    await report(${variable}, available("False", message), context);
    throw error;
  }
  if (isNew) {
    log.info({ deployment: name, replicas, image }, "created the Deployment");
    const note = \`Created Deployment \${name}\`;
    events.normal(${variable}, { reason: "Created", action: "CreateDeployment", note });
  }

  // A change of the Deployment leads to another reconcile.
  const { observedGeneration = 0, updatedReplicas = 0, availableReplicas = 0 } = deployment.status ?? {};
  const isCurrent = observedGeneration >= (deployment.metadata.generation ?? 0);
  const isAvailable = isCurrent && updatedReplicas >= replicas && availableReplicas >= replicas;
  const message = isAvailable
    ? \`Deployment for custom resource (\${name}) with \${replicas} replicas created successfully\`
    : \`Deployment for custom resource (\${name}): waiting for \${replicas} replicas to be available\`;
  await report(${variable}, available(isAvailable ? "True" : "False", message), context);
}

/** Called when deletion was asked for, and again until it works; only then the object goes. */
${functionHead("async function cleanup", [`${variable}: ${kind}`, "context: ReconcileContext"], "Promise<void>")}
  const { name, namespace } = ${variable}.metadata;
  const message = \`Performing finalizer operations for the custom resource: \${name}\`;
  const deleted = await report(${variable}, degraded("Unknown", message), context);

  // Here is the place to undo what was made outside of the cluster. The Deployment goes with its owner.
  const note = \`Custom Resource \${name} is being deleted from the namespace \${namespace}\`;
  context.events.warning(deleted, { reason: "Deleting", action: "DeleteCR", note });

  const done = \`Finalizer operations for custom resource \${name} were successfully accomplished\`;
  await report(deleted, degraded("True", done), context);
}

function available(status: ConditionInput["status"], message: string): ConditionInput {
  return { type: "Available", status, reason: "Reconciling", message };
}

function degraded(status: ConditionInput["status"], message: string): ConditionInput {
  return { type: "Degraded", status, reason: "Finalizing", message };
}

/** The object with the condition in its status. Nothing is sent if it is there already. */
${functionHead("async function report", [`${variable}: ${kind}`, "condition: ConditionInput", "context: ReconcileContext"], `Promise<${kind}>`)}
  const { client, signal } = context;
  const conditions = [...(${variable}.status?.conditions ?? [])];
  const observedGeneration = ${variable}.metadata.generation ?? 0;
  setCondition(conditions, { ...condition, observedGeneration }, systemClock);
  return await client.status.update(withStatus(${variable}, { ...${variable}.status, conditions }), { signal });
}

${deploymentFunction(context, options)}
`;
}

/** The beginning of a function, up to its brace. */
function functionHead(name: string, parameters: readonly string[], result: string): string {
  const broken = `${name}(\n${parameters.map((parameter) => `  ${parameter},\n`).join("")}): ${result} {`;
  return fitting(`${name}(${parameters.join(", ")}): ${result} {`, broken);
}

function deploymentFunction({ kind, variable, lower }: KindContext, options: DeployImageOptions): string {
  const { containerCommand, containerPort, runAsUser } = options;
  const fields = [
    `name: "${lower}",`,
    "image,",
    'imagePullPolicy: "IfNotPresent",',
    ...(containerCommand === undefined ? [] : commandLines(containerCommand)),
    ...(containerPort === undefined
      ? []
      : [
          'env: [{ name: "CONTAINER_PORT", value: String(containerPort) }],',
          `ports: [{ name: "${portName(lower)}", containerPort }],`,
        ]),
    "securityContext: {",
    "  runAsNonRoot: true,",
    ...(runAsUser === undefined ? [] : [`  runAsUser: ${runAsUser},`]),
    "  allowPrivilegeEscalation: false,",
    '  capabilities: { drop: ["ALL"] },',
    "},",
  ];
  const portLine =
    containerPort === undefined ? "" : `\n  const { containerPort = ${containerPort} } = ${variable}.spec;`;
  return `${functionHead("function deploymentFor", [`${variable}: ${kind}`, "replicas: number", "image: string"], "Deployment")}
  const { name, namespace } = ${variable}.metadata;${portLine}
  // The instance is part of the selector: no Deployment counts the pods of another one.
  const matchLabels = {
    "app.kubernetes.io/name": "${lower}",
    "app.kubernetes.io/instance": name,
  };
  const labels = { ...matchLabels, "app.kubernetes.io/managed-by": "${kind}Controller" };
  const deployment = Deployment.of({
    metadata: { name, namespace, labels },
    spec: {
      replicas,
      selector: { matchLabels },
      template: {
        metadata: { labels },
        spec: {
          securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
          containers: [
            {
${fields.map((line) => `${containerIndent}${line}`).join("\n")}
            },
          ],
        },
      },
    },
  });
  setControllerReference(${variable}, deployment);
  return deployment;
}`;
}

const containerIndent = " ".repeat(14);

/** As the formatter writes it: in one line, or one item a line. */
function commandLines(items: readonly string[]): string[] {
  const texts = items.map((item) => JSON.stringify(item));
  const line = `command: [${texts.join(", ")}],`;
  if (containerIndent.length + line.length <= lineWidth) return [line];
  return ["command: [", ...texts.map((text) => `  ${text},`), "],"];
}

/** Names of ports have at most 15 characters. */
function portName(lower: string): string {
  return lower.length <= 15 && /[a-z]/.test(lower) ? lower : "main";
}
