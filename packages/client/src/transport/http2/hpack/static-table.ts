import { type HeaderField, headerField } from "./header-field.ts";

/** RFC 7541 appendix A, from index 1 on: a name, and a value where there is one. */
const entries: string =
  ":authority|:method GET|:method POST|:path /|:path /index.html|:scheme http|:scheme https|:status 200|:status 204|" +
  ":status 206|:status 304|:status 400|:status 404|:status 500|accept-charset|accept-encoding gzip, deflate|" +
  "accept-language|accept-ranges|accept|access-control-allow-origin|age|allow|authorization|cache-control|" +
  "content-disposition|content-encoding|content-language|content-length|content-location|content-range|content-type|" +
  "cookie|date|etag|expect|expires|from|host|if-match|if-modified-since|if-none-match|if-range|if-unmodified-since|" +
  "last-modified|link|location|max-forwards|proxy-authenticate|proxy-authorization|range|referer|refresh|retry-after|" +
  "server|set-cookie|strict-transport-security|transfer-encoding|user-agent|vary|via|www-authenticate";

/** The headers that both sides know from the start. The first one has index 1. */
export const staticFields: readonly HeaderField[] = Object.freeze(entries.split("|").map(fieldOf));

/** The lowest index of each name in the static table. */
export const staticNames: ReadonlyMap<string, number> = new Map(
  staticFields.map(({ name }, position) => [name, position + 1] as const).reverse(),
);

function fieldOf(entry: string): HeaderField {
  const [name = "", value = ""] = entry.split(/ (.*)/, 2);
  return headerField(name, value);
}
