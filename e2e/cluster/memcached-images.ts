import { pathOf } from "./find-machine.ts";
import { type ImageConfig, writeImages } from "./images.ts";

/**
 * What `memcached` is in the images. Version 1.4 took `-m=64` for `-m 64`; later ones refuse it.
 */
const script = `#!/bin/sh
for word; do
  shift
  case $word in
    -[A-Za-z]=*) set -- "$@" "\${word%%=*}" "\${word#*=}" ;;
    *) set -- "$@" "$word" ;;
  esac
done
exec /usr/bin/memcached "$@"
`;

/**
 * Writes an archive of memcached images that have this machine's memcached in them, whatever version their names tell. They take what versions
 * 1.4 and 1.6 take. Gives the path of the archive.
 */
export function writeMemcachedImages(folder: string, names: readonly string[]): Promise<string> {
  const config = (name: string): ImageConfig => ({
    Cmd: ["memcached"],
    User: "11211",
    Labels: { "example.com/name": name },
  });
  const programs = {
    "/bin/sh": pathOf("sh") ?? "",
    "/bin/sleep": pathOf("sleep") ?? "",
    "/usr/bin/memcached": pathOf("memcached") ?? "",
  };
  const images = Object.fromEntries(names.map((name) => [name, config(name)]));
  return writeImages(folder, { programs, scripts: { "/usr/local/bin/memcached": script } }, images);
}
