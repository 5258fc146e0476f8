import type { KindContext } from "../../kind-context.ts";
import type { Insertion, ScaffoldFile } from "../../scaffold-file.ts";

/** What a kind has below `config`. */
export function kindConfigFiles(context: KindContext): ScaffoldFile[] {
  const { stem, groupName, version, lower } = context;
  return [
    { path: "config/crd/kustomization.yaml", text: crdKustomization },
    { path: "config/crd/kustomizeconfig.yaml", text: crdConfiguration },
    { path: `config/rbac/${stem}_admin_role.yaml`, text: personRole(context, "admin") },
    { path: `config/rbac/${stem}_editor_role.yaml`, text: personRole(context, "editor") },
    { path: `config/rbac/${stem}_viewer_role.yaml`, text: personRole(context, "viewer") },
    { path: "config/samples/kustomization.yaml", text: samplesKustomization },
    { path: `config/samples/${groupName}_${version}_${lower}.yaml`, text: sample(context) },
  ];
}

/** What wires them into the rest of `config`. */
export function kindConfigInsertions({
  group,
  groupName,
  plural,
  stem,
  version,
  lower,
  deployImage,
}: KindContext): Insertion[] {
  return [
    { path: "config/default/kustomization.yaml", anchor: "defaultkustomizeresource", lines: ["- ../crd"] },
    {
      path: "config/crd/kustomization.yaml",
      anchor: "crdkustomizeresource",
      lines: [`- bases/${group}_${plural}.yaml`],
    },
    {
      path: "config/rbac/kustomization.yaml",
      anchor: "rbackustomizeresource",
      lines: ["admin", "editor", "viewer"].map((who) => `- ${stem}_${who}_role.yaml`),
    },
    {
      path: "config/samples/kustomization.yaml",
      anchor: "manifestskustomizesamples",
      lines: [`- ${groupName}_${version}_${lower}.yaml`],
    },
    ...(deployImage === undefined
      ? []
      : [
          {
            path: "config/manager/manager.yaml",
            anchor: "managerenv",
            lines: [`- name: ${imageVariable({ stem })}`, `  value: ${yamlText(deployImage.image)}`],
          },
        ]),
  ];
}

/** The environment variable that names the image which a kind deploys: `MEMCACHED_IMAGE`, `SHOP_ORDER_IMAGE`. */
export function imageVariable({ stem }: Pick<KindContext, "stem">): string {
  return `${stem.toUpperCase().replaceAll("-", "_")}_IMAGE`;
}

const crdKustomization = `# The kinds of this project. "kubewright manifests" writes their definitions from the types.
resources:
# +kubebuilder:scaffold:crdkustomizeresource

configurations:
- kustomizeconfig.yaml
`;

const crdConfiguration = `# Where a definition names a service, so that name and namespace follow those of the service.
nameReference:
- kind: Service
  version: v1
  fieldSpecs:
  - kind: CustomResourceDefinition
    version: v1
    group: apiextensions.k8s.io
    path: spec/conversion/webhook/clientConfig/service/name

namespace:
- kind: CustomResourceDefinition
  version: v1
  group: apiextensions.k8s.io
  path: spec/conversion/webhook/clientConfig/service/namespace
  create: false
`;

const samplesKustomization = `# Objects to try the operator with.
resources:
# +kubebuilder:scaffold:manifestskustomizesamples
`;

type Person = "admin" | "editor" | "viewer";

const personSentences: Readonly<Record<Person, string>> = {
  admin: "may do everything with",
  editor: "may make, change and delete",
  viewer: "may look at",
};

const personVerbs: Readonly<Record<Person, readonly string[]>> = {
  admin: ["'*'"],
  editor: ["create", "delete", "get", "list", "patch", "update", "watch"],
  viewer: ["get", "list", "watch"],
};

function personRole({ project, stem, group, plural, kind }: KindContext, person: Person): string {
  const name = stem.replaceAll("_", "-");
  return `# Who has this role ${personSentences[person]} objects of the kind ${kind}. The operator does not need it.
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  labels:
    app.kubernetes.io/name: ${project.projectName}
    app.kubernetes.io/managed-by: kustomize
  name: ${name}-${person}-role
rules:
- apiGroups:
  - ${group}
  resources:
  - ${plural}
  verbs:
${personVerbs[person].map((verb) => `  - ${verb}`).join("\n")}
- apiGroups:
  - ${group}
  resources:
  - ${plural}/status
  verbs:
  - get
`;
}

function sample({ project, group, version, kind, lower, deployImage }: KindContext): string {
  const { containerPort } = deployImage ?? {};
  const spec =
    deployImage === undefined
      ? "  foo: bar"
      : ["  size: 1", ...(containerPort === undefined ? [] : [`  containerPort: ${containerPort}`])].join("\n");
  return `apiVersion: ${group}/${version}
kind: ${kind}
metadata:
  labels:
    app.kubernetes.io/name: ${project.projectName}
    app.kubernetes.io/managed-by: kustomize
  name: ${lower}-sample
spec:
${spec}
`;
}

/** A text as YAML, quoted where it could be taken for something else. */
function yamlText(text: string): string {
  return /^[a-z][\w./:@-]*\w$/i.test(text) ? text : JSON.stringify(text);
}
