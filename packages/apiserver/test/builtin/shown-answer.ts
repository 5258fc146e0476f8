/** What a server answered, without what differs from server to server and run to run. */
export function shownAnswer(status: number, warnings: string, body: string): unknown {
  const text = JSON.stringify({ status, warnings, body: withoutOwners(parsed(body)) })
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "%uid%")
    .replace(/"resourceVersion":"\d+"/g, '"resourceVersion":"%version%"')
    .replace(/"20[2-9]\d-\d\d-\d\dT\d\d:\d\d:\d\dZ"/g, '"%time%"')
    .replace(/10\.0\.0\.\d+/g, "%address%")
    .replace(/"(nodePort|healthCheckNodePort)":3\d{4}/g, '"$1":"%port%"')
    .replace(/\b(g-|x-|kube-api-access-)[bcdfghjklmnpqrstvwxz2456789]{5}\b/g, "$1%random%");
  return JSON.parse(text);
}

/** Who owns fields is compared elsewhere; the order of owners depends on the time of writes. */
function withoutOwners(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutOwners);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => name !== "managedFields");
  return Object.fromEntries(entries.map(([name, member]) => [name, withoutOwners(member)]));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
