import { Command, Option } from "commander";
import type { CommandHost } from "../../host.ts";
import type { ImageOptions, MadeImage } from "../../image/make-image.ts";
import { styleFor } from "../../terminal/style.ts";

/** `kubewright image`: the image of the project, with or without Docker. */
export function imageCommand(host: CommandHost): Command {
  return new Command("image")
    .description("make the operator's image, with Docker, Podman or Buildah, or without any as an archive")
    .option("--image <name>", "what the image is called", "controller:latest")
    .option(
      "--archive [file]",
      "write an archive ourselves, also where there is Docker (default file: the image's name with .tar)",
    )
    .option("--base <file>", "an archive of the image to build upon, such as docker save node:22-alpine writes")
    .addOption(
      new Option("--tool <name>", "what builds it (default: CONTAINER_TOOL, or the first that works)").choices([
        "docker",
        "podman",
        "buildah",
      ]),
    )
    .option("--push", "send it to its registry")
    .option("--no-build", "take what was built before")
    .addOption(
      new Option("-o, --output <format>", "how to say what was made").choices(["text", "json"]).default("text"),
    )
    .addHelpText(
      "after",
      `
With a tool, it builds the project's Dockerfile. Without one, or with --archive or --base, the archive has what the project built (dist), the packages
that it needs when it runs, and package.json, runs "node dist/main.js" as user 65532, and is the same byte for byte for the same project.
docker load, podman load, ctr image import and kubewright cluster load read it. Without --base it has no Node of its own: only process nodes of
"kubewright cluster" can run it.

Examples:
  kubewright image --image example.com/operator:v1
  kubewright image --image example.com/operator:v1 --push
  kubewright image --image example.com/operator:v1 --archive operator.tar
  kubewright cluster load operator.tar

  docker save node:22-alpine -o base.tar
  kubewright image --image example.com/operator:v1 --base base.tar
  ctr --namespace k8s.io image import operator.tar`,
    )
    .action(async (options: ImageOptions & { readonly output: "text" | "json" }) => {
      const { makeImage } = await import("../../image/make-image.ts");
      const made = await makeImage(options, host);
      host.output.write(options.output === "json" ? `${JSON.stringify(summaryOf(made))}\n` : textOf(made, host));
    });
}

function summaryOf({ image, tool, isPushed = false, archive }: MadeImage): object {
  return { image, ...(tool !== undefined && { tool, pushed: isPushed }), ...archive };
}

function textOf({ image, tool, isPushed = false, archive }: MadeImage, host: CommandHost): string {
  const style = styleFor(host.output, host.env);
  if (archive !== undefined) {
    const size = `${(archive.bytes / (1 << 20)).toFixed(1)} MiB`;
    return `${style.green("Wrote")} ${archive.file} with ${image} (${size}, ${archive.id.slice(0, 19)})\n`;
  }
  return `${style.green(isPushed ? "Pushed" : "Built")} ${image} with ${tool}\n`;
}
