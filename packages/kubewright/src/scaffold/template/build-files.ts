import type { ScaffoldFile } from "../scaffold-file.ts";

/** How the project is built, here and elsewhere. */
export function buildFiles(): ScaffoldFile[] {
  return [
    { path: "Makefile", text: makefile() },
    { path: "Dockerfile", text: dockerfile },
    { path: ".github/workflows/test.yml", text: workflow },
  ];
}

interface Target {
  readonly name: string;
  readonly needs?: string;
  readonly help: string;
  readonly recipe?: string;
}

const ignore = "--ignore-not-found=$(ignore-not-found)";

const sections: readonly { readonly title: string; readonly targets: readonly Target[] }[] = [
  {
    title: "Development",
    targets: [
      { name: "manifests", help: "CRDs and roles from types and their markers", recipe: "$(BIN)/kubewright manifests" },
      { name: "generate", help: "Code for types", recipe: "$(BIN)/kubewright generate" },
      { name: "fmt", help: "Format the sources", recipe: "$(BIN)/biome format --write" },
      { name: "vet", help: "Check the types", recipe: "$(BIN)/tsc" },
      { name: "lint", help: "Find mistakes", recipe: "$(BIN)/biome check" },
      { name: "lint-fix", help: "Find mistakes and mend what can be mended", recipe: "$(BIN)/biome check --write" },
      {
        name: "test",
        needs: "manifests generate vet",
        help: "Run the tests, on a cluster of their own",
        recipe: "$(BIN)/vitest run",
      },
    ],
  },
  {
    title: "Build",
    targets: [
      {
        name: "build",
        needs: "manifests generate",
        help: "Compile the operator",
        recipe: "$(BIN)/tsc -p tsconfig.build.json",
      },
      {
        name: "run",
        needs: "manifests generate",
        help: "Run the operator here, on the cluster of your kubeconfig",
        recipe: "$(BIN)/kubewright run $(ARGS)",
      },
      { name: "docker-build", help: "Build the image IMG", recipe: "$(BIN)/kubewright image --image $(IMG)" },
      { name: "docker-push", help: "Push the image IMG", recipe: "$(CONTAINER_TOOL) push $(IMG)" },
      {
        name: "docker-buildx",
        help: "Build and push the image IMG for PLATFORMS",
        recipe: "$(CONTAINER_TOOL) buildx build --push --platform=$(PLATFORMS) --tag $(IMG) .",
      },
      {
        name: "build-installer",
        needs: "manifests generate",
        help: "Write dist/install.yaml: all that a cluster needs",
        recipe: "$(BIN)/kubewright build-installer --image $(IMG)",
      },
    ],
  },
  {
    title: "Deployment",
    targets: [
      { name: "install", needs: "manifests", help: "Install the CRDs", recipe: "$(BIN)/kubewright install" },
      {
        name: "uninstall",
        needs: "manifests",
        help: "Delete the CRDs, and all objects of these kinds",
        recipe: `$(BIN)/kubewright uninstall ${ignore}`,
      },
      {
        name: "deploy",
        needs: "manifests",
        help: "Deploy the operator with the image IMG",
        recipe: "$(BIN)/kubewright deploy --image $(IMG)",
      },
      { name: "undeploy", help: "Delete what deploy made", recipe: `$(BIN)/kubewright undeploy ${ignore}` },
    ],
  },
];

function makefile(): string {
  const parts = sections.map(({ title, targets }) => [`##@ ${title}`, ...targets.map(rule)].join("\n\n"));
  const help = `@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  %-16s %s\\n", $$1, $$2} /^##@/ {printf "\\n%s\\n", substr($$0, 5)}' $(MAKEFILE_LIST)`;
  return `# The targets of Kubebuilder's projects. Each calls one program; what it does, the program's own help tells.

# The image of the operator.
IMG ?= controller:latest
# Where "npm install" puts the programs. In a workspace, that may be in a folder above.
BIN ?= node_modules/.bin
CONTAINER_TOOL ?= docker
PLATFORMS ?= linux/arm64,linux/amd64
# What is gone already is no failure of undeploy and uninstall.
ignore-not-found ?= true
# Flags of run, and of the operator after --: make run ARGS="--namespace team-a -- --health-probe-bind-address=:9081"
ARGS ?=

.PHONY: all
all: build

.PHONY: help
help: ## Print this help
\t${help}

${parts.join("\n\n")}
`;
}

function rule({ name, needs, help, recipe }: Target): string {
  return `.PHONY: ${name}\n${name}:${needs === undefined ? "" : ` ${needs}`} ## ${help}\n\t${recipe}`;
}

const dockerfile = `FROM node:24-alpine AS build
WORKDIR /app
COPY package*.json ./
RUN npm ci
COPY tsconfig*.json ./
COPY src src
RUN npm run build && npm prune --omit=dev

FROM node:24-alpine
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
USER 65532:65532
ENTRYPOINT ["node", "dist/main.js"]
`;

const workflow = `name: test
on:
  push:
    branches: [main]
  pull_request:
permissions:
  contents: read
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 24
          cache: npm
      - run: npm ci
      - run: npm run lint
      - run: npx kubewright generate --check
      - run: npx kubewright manifests --check
      - run: npm test
      - run: npm run build
`;
