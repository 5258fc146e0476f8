import type { DeployImageOptions } from "../../../project/deploy-image-options.ts";
import { importPath, type KindContext } from "../../kind-context.ts";
import { imageVariable } from "../config/kind-config.ts";
import { importLine, lineWidth } from "../import-line.ts";
import { rbacMarkers } from "./controller-file.ts";

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

/** What an instance runs, unless ${imageVariable(kind)} names another image. */
const defaultImage = ${JSON.stringify(options.image)};

${rbacMarkers(context, "")}
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;update;patch;delete

/** Keeps a Deployment as each ${kind} wants it, and tells in the status how far it is. */
export function create${kind}Reconciler(image: string = defaultImage): Reconciler {
  return withFinalizer({
    kind: ${kind},
    finalizer: "${group}/finalizer",
    reconcile: (${variable}, context) => reconcile(${variable}, image, context),
    cleanup,
  });
}

/** Adds the controller to a manager. */
${setupFunction(setupName)}
  const reconciler = create${kind}Reconciler(options.image);
  manager.controller("${controllerName}").for(${kind}).owns(Deployment).reconcile(reconciler);
}

async function reconcile(found: ${kind}, image: string, context: ReconcileContext): Promise<void> {
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
    events.normal(${variable}, { reason: "Created", action: "CreateDeployment", note: \`Created Deployment \${name}\` });
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
async function cleanup(${variable}: ${kind}, context: ReconcileContext): Promise<void> {
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
${reportFunction(kind, variable)}
  const { client, signal } = context;
  const conditions = [...(${variable}.status?.conditions ?? [])];
  const observedGeneration = ${variable}.metadata.generation ?? 0;
  setCondition(conditions, { ...condition, observedGeneration }, systemClock);
  return await client.status.update(withStatus(${variable}, { ...${variable}.status, conditions }), { signal });
}

${deploymentFunction(context, options)}
`;
}

function setupFunction(name: string): string {
  const line = `export function ${name}(manager: Manager, options: { readonly image?: string | undefined } = {}): void {`;
  if (line.length <= lineWidth) return line;
  return `export function ${name}(
  manager: Manager,
  options: { readonly image?: string | undefined } = {},
): void {`;
}

function reportFunction(kind: string, variable: string): string {
  const parameters = [`${variable}: ${kind}`, "condition: ConditionInput", "context: ReconcileContext"];
  const line = `async function report(${parameters.join(", ")}): Promise<${kind}> {`;
  if (line.length <= lineWidth) return line;
  return `async function report(\n${parameters.map((parameter) => `  ${parameter},\n`).join("")}): Promise<${kind}> {`;
}

function deploymentFunction({ kind, variable, lower }: KindContext, options: DeployImageOptions): string {
  const { containerCommand, containerPort, runAsUser } = options;
  const command = containerCommand === undefined ? "" : `\n    command: ${list(containerCommand)},`;
  const port =
    containerPort === undefined
      ? ""
      : `
    env: [{ name: "CONTAINER_PORT", value: String(containerPort) }],
    ports: [{ name: "${portName(lower)}", containerPort }],`;
  const user = runAsUser === undefined ? "" : `\n      runAsUser: ${runAsUser},`;
  const portLine =
    containerPort === undefined ? "" : `\n  const { containerPort = ${containerPort} } = ${variable}.spec;`;
  return `function deploymentFor(${variable}: ${kind}, replicas: number, image: string): Deployment {
  const { name, namespace } = ${variable}.metadata;${portLine}
  // The instance is part of the selector: no Deployment counts the pods of another one.
  const matchLabels = { "app.kubernetes.io/name": "${lower}", "app.kubernetes.io/instance": name };
  const labels = { ...matchLabels, "app.kubernetes.io/managed-by": "${kind}Controller" };
  const container = {
    name: "${lower}",
    image,
    imagePullPolicy: "IfNotPresent",${command}${port}
    securityContext: {
      runAsNonRoot: true,${user}
      allowPrivilegeEscalation: false,
      capabilities: { drop: ["ALL"] },
    },
  };
  const deployment = Deployment.of({
    metadata: { name, namespace, labels },
    spec: {
      replicas,
      selector: { matchLabels },
      template: {
        metadata: { labels },
        spec: {
          securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
          containers: [container],
        },
      },
    },
  });
  setControllerReference(${variable}, deployment);
  return deployment;
}`;
}

/** As the formatter writes it: in one line, or one item a line. */
function list(items: readonly string[]): string {
  const texts = items.map((item) => JSON.stringify(item));
  const line = `[${texts.join(", ")}]`;
  if (`    command: ${line},`.length <= lineWidth) return line;
  return `[\n${texts.map((text) => `      ${text},\n`).join("")}    ]`;
}

/** Names of ports have at most 15 characters. */
function portName(lower: string): string {
  return lower.length <= 15 && /[a-z]/.test(lower) ? lower : "main";
}
