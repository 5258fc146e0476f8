import type { Project } from "../../project/project.ts";

/** What the project is, and the next commands. */
export function readmeFile({ projectName }: Project): string {
  return `# ${projectName}

An operator for Kubernetes in TypeScript, made with Kubewright.

## Begin

\`\`\`sh
npm install
npx kubewright create api --group cache --version v1alpha1 --kind Memcached   # a kind of your own, with its controller
npm test                                                                      # on a cluster of its own; needs nothing but Node
\`\`\`

Then say in \`src/api\` what your objects are, and in \`src/controller\` what is to be done about them.

## Try it

\`\`\`sh
npx kubewright cluster --kubeconfig ./kubeconfig    # a small cluster on this machine, until Ctrl-C
\`\`\`

In another terminal:

\`\`\`sh
export KUBECONFIG=$PWD/kubeconfig
make install                         # the kinds
make run                             # the operator, here, until Ctrl-C
\`\`\`

And in a third one:

\`\`\`sh
export KUBECONFIG=$PWD/kubeconfig
kubectl apply -k config/samples      # without kubectl: npx kubewright install -f config/samples
\`\`\`

Without \`KUBECONFIG\`, all of it acts on the cluster that kubectl uses. What is behind \`--\` is for the operator itself:
\`make run ARGS="-- --health-probe-bind-address=:9081"\`, or \`-- --help\` for all that it takes.

## Deploy it

\`\`\`sh
make docker-build docker-push IMG=registry.example.com/${projectName}:v1
make deploy IMG=registry.example.com/${projectName}:v1
make undeploy uninstall              # and away with it, the objects of its kinds included
\`\`\`

The small cluster from above needs neither Docker nor a registry: there, end \`make run\`, and \`make deploy\` alone is enough.

\`make build-installer IMG=…\` writes all of that into one file for others, \`dist/install.yaml\`.

## What is where

| | |
|---|---|
| \`src/api\` | the kinds: types, with markers for what the cluster checks |
| \`src/controller\` | what is done about them |
| \`src/main.ts\` | the program |
| \`test\` | tests |
| \`config\` | what goes into a cluster; \`config/crd/bases\` and \`config/rbac/role.yaml\` are generated (\`make manifests\`) |
| \`PROJECT\` | what the project was scaffolded with |

\`make help\` lists all targets. Comments with \`+kubebuilder:scaffold:\` are where \`kubewright create api\` adds to files: leave them.
`;
}
