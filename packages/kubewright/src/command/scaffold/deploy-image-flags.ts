import { CommandError, exitCodes } from "../../errors.ts";
import { type DeployImageOptions, deployImageKey } from "../../project/deploy-image-options.ts";

/** Flags of the plugin deploy-image. */
export interface DeployImageFlags {
  readonly plugins?: string;
  readonly image?: string;
  readonly imageContainerCommand?: string;
  readonly imageContainerPort?: number;
  readonly runAsUser?: number;
}

const shortKey = "deploy-image/v1-alpha";

/** Names that modules of a kind which deploys an image import. */
const importedNames: ReadonlySet<string> = new Set(["ConditionInput", "Deployment", "Event"]);

/** What a kind is to deploy; undefined without the plugin. Throws CommandError for flags that do not fit. */
export function deployImageFlags(flags: DeployImageFlags): DeployImageOptions | undefined {
  const { plugins, image, imageContainerCommand, imageContainerPort, runAsUser } = flags;
  if (plugins === undefined) {
    const stray = Object.entries({
      "--image": image,
      "--image-container-command": imageContainerCommand,
      "--image-container-port": imageContainerPort,
      "--run-as-user": runAsUser,
    }).find(([, value]) => value !== undefined);
    if (stray !== undefined) refuse(`${stray[0]} belongs to a plugin; add --plugins ${shortKey}`);
    return undefined;
  }
  if (plugins !== shortKey && plugins !== deployImageKey && plugins !== "deploy-image") {
    refuse(`--plugins ${plugins}: there is only ${shortKey}; projects are in TypeScript without a plugin`);
  }
  if (image === undefined || image.trim() === "") {
    refuse(`--plugins ${shortKey} needs --image, as --image memcached:1.6.26-alpine3.19`);
  }
  if (/\s/.test(image))
    refuse(`--image ${JSON.stringify(image)}: an image has no spaces, as memcached:1.6.26-alpine3.19`);
  return {
    image,
    ...(imageContainerCommand !== undefined && { containerCommand: commandOf(imageContainerCommand) }),
    ...(imageContainerPort !== undefined && { containerPort: imageContainerPort }),
    ...(runAsUser !== undefined && { runAsUser }),
  };
}

/** Throws CommandError for a kind that cannot deploy an image. */
export function refuseUnfit(kind: string, isNamespaced: boolean): void {
  if (!isNamespaced) refuse("--namespaced=false: what deploys an image has to be in a namespace, as its Deployment is");
  if (importedNames.has(kind)) {
    refuse(`--kind ${kind}: the controller uses another ${kind}; take another name, as ${kind}Claim`);
  }
}

function commandOf(text: string): string[] {
  const words = text.split(",").map((word) => word.trim());
  if (words.includes("")) {
    refuse(`--image-container-command ${JSON.stringify(text)}: an argument is empty; as memcached,-m=64,-o,modern,-v`);
  }
  return words;
}

function refuse(message: string): never {
  throw new CommandError(message, { exitCode: exitCodes.usage });
}
