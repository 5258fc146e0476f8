import { hasLeadingZeros, parseIp } from "../../value/ip-address.ts";

/** Whether a text is an absolute URI or an absolute path, as the server reads those of requests: without a fragment. */
export function isRequestUri(text: string): boolean {
  if (text === "" || hasControlCharacter(text)) return false;
  if (text === "*") return true;
  const scheme = schemeOf(text);
  if (scheme === undefined) return false;
  const afterScheme = scheme === "" ? text : text.slice(scheme.length + 1);
  const rest = afterScheme.replace(/\?.*$/s, "");
  if (!rest.startsWith("/")) return scheme !== "";
  if (!rest.startsWith("//") || scheme === "") return hasGoodEscapes(rest);
  const slash = rest.indexOf("/", 2);
  const authority = slash === -1 ? rest.slice(2) : rest.slice(2, slash);
  return isAuthority(authority) && hasGoodEscapes(slash === -1 ? "" : rest.slice(slash));
}

/** Empty when there is none, undefined when there should be one. */
function schemeOf(text: string): string | undefined {
  const found = /^[a-zA-Z][a-zA-Z\d+.-]*:/.exec(text);
  if (found !== null) return found[0].slice(0, -1);
  return text.startsWith(":") ? undefined : "";
}

function isAuthority(authority: string): boolean {
  const at = authority.lastIndexOf("@");
  if (at !== -1) {
    const user = authority.slice(0, at);
    if (!/^[A-Za-z\d\-._:~!$&'()*+,;=%@]*$/.test(user) || !hasGoodEscapes(user)) return false;
  }
  return isHost(authority.slice(at + 1));
}

function isHost(host: string): boolean {
  if (host.startsWith("[")) {
    const end = host.lastIndexOf("]");
    if (end === -1 || !/^(?::\d*)?$/.test(host.slice(end + 1))) return false;
    const inside = host.slice(1, end);
    const zone = inside.indexOf("%25");
    const address = zone === -1 ? inside : inside.slice(0, zone);
    const isIpv6 = address.includes(":") && parseIp(address) !== undefined && !hasLeadingZeros(address);
    return isIpv6 && (zone === -1 || hasGoodEscapes(inside.slice(zone)));
  }
  const colon = host.indexOf(":");
  if (colon !== -1 && !/^:\d*$/.test(host.slice(colon))) return false;
  // In hosts, only bytes beyond ASCII may be escaped.
  if (!/^(?:%[89a-fA-F][\da-fA-F]|[^%])*$/.test(host)) return false;
  return !/[\s\\^`{|}#/?]/.test(host);
}

function hasGoodEscapes(text: string): boolean {
  return /^(?:%[\da-fA-F]{2}|[^%])*$/.test(text);
}

function hasControlCharacter(text: string): boolean {
  return Array.from(text).some((character) => character < " " || character === "\x7f");
}
