const component = "[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*";
const domainLabel = "(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])";
const domain = `(?:${domainLabel}(?:\\.${domainLabel})*|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?`;
const reference = new RegExp(
  `^(?:${domain}/)?${component}(?:/${component})*(?::([A-Za-z0-9_][A-Za-z0-9_.-]{0,127}))?` +
    "(@[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,})?$",
);
/** Taken for the identifier of an image, not for a name. */
const identifier = /^[a-f0-9]{64}$/;
const maxLength = 4096;

/** The tag that an image name has, `latest` for one without tag and digest, and `""` for what is no image name. */
export function imageTagOf(image: string): string {
  if (image.length > maxLength || identifier.test(image)) return "";
  const match = reference.exec(image);
  if (match === null) return "";
  return match[1] ?? (match[2] === undefined ? "latest" : "");
}
