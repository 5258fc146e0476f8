const component = "[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*";
const host = "(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])";
const domain = `(?:${host}(?:\\.${host})*|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?`;
const reference = new RegExp(
  `^((?:${domain}/)?${component}(?:/${component})*)(:[\\w][\\w.-]{0,127})?(@[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,})?$`,
);

/** The whole name of an image, with registry and tag: `docker.io/library/memcached:1.6` for `memcached:1.6`. Undefined for what is no name. */
export function wholeImageName(image: string): string | undefined {
  const match = reference.exec(image);
  if (match === null) return undefined;
  const [, name = "", tag, digest] = match;
  return `${withRegistry(name)}${digest === undefined ? (tag ?? ":latest") : (tag ?? "")}${digest ?? ""}`;
}

/** What is wrong with text that is no name of an image. */
export function imageNameProblem(image: string): string {
  const whole = withRegistry(image);
  const path = whole.slice(whole.indexOf("/") + 1);
  const colon = path.indexOf(":");
  const name = colon === -1 ? path : path.slice(0, colon);
  const isLower = name === name.toLowerCase();
  return `invalid reference format${isLower ? "" : `: repository name (${name}) must be lowercase`}`;
}

function withRegistry(name: string): string {
  const slash = name.indexOf("/");
  const first = name.slice(0, slash);
  if (slash === -1) return `docker.io/library/${name}`;
  return /[.:]/.test(first) || first === "localhost" || first !== first.toLowerCase() ? name : `docker.io/${name}`;
}
