/** The name of an image without registry, tag and digest: `library/memcached` for `memcached:1.6`, `pause` for `registry.k8s.io/pause:3.10`. */
export function imageRepository(image: string): string {
  const [name = ""] = image.split("@");
  const parts = name.split("/");
  const last = parts.pop() ?? "";
  const [first = ""] = parts;
  const hasRegistry = /[.:]/.test(first) || first === "localhost";
  const path = [...(hasRegistry ? parts.slice(1) : parts), last.replace(/:.*$/, "")];
  const isDockerHub = !hasRegistry || first === "docker.io" || first === "index.docker.io";
  return isDockerHub && path.length === 1 ? `library/${path[0]}` : path.join("/");
}
