import { CommandError, exitCodes } from "../errors.ts";

/** The name of an image, in the forms that tools want it in. */
export interface ImageName {
  /** As it was given, with a tag: `operator:latest`. */
  readonly tagged: string;
  /** With its registry: `docker.io/library/operator:latest`. */
  readonly full: string;
  /** Where it is pushed to: `docker.io`. */
  readonly registry: string;
  /** The last part of its path: `operator`. */
  readonly last: string;
}

const component = "[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*";
const pattern = new RegExp(
  `^(?:(?<registry>(?:[A-Za-z0-9-]+\\.)+[A-Za-z0-9-]+(?::\\d+)?|[A-Za-z0-9-]+:\\d+|localhost)/)?(?<path>${component}(?:/${component})*)(?::(?<tag>\\w[\\w.-]{0,127}))?$`,
);

/** Reads the name of an image that is to be made. Throws CommandError for one that no image can have. */
export function parseImageName(text: string): ImageName {
  const { registry: named, path, tag = "latest" } = pattern.exec(text)?.groups ?? {};
  if (path === undefined) {
    const why = text.includes("@")
      ? "an image gets its digest when it is made: name it by a tag"
      : "lowercase letters and digits, with . _ - between them and / between parts, then a colon and a tag";
    throw new CommandError(`${JSON.stringify(text)} is no name for an image (${why}), as in example.com/operator:v1`, {
      exitCode: exitCodes.usage,
    });
  }
  const isOfficial = named === undefined && !path.includes("/");
  const registry = named ?? "docker.io";
  return {
    tagged: `${named === undefined ? "" : `${named}/`}${path}:${tag}`,
    full: `${registry}/${isOfficial ? "library/" : ""}${path}:${tag}`,
    registry,
    last: path.slice(path.lastIndexOf("/") + 1),
  };
}
