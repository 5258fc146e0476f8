/** An operator, and what a server has of one of its Memcacheds, itself included, by plural and name. @typedef {{ id: string, objects: Record<string, any> }} Stored */

/**
 * A Memcached and all that it owns.
 * @param {any} memcached
 * @param {Readonly<Record<string, readonly any[]>>} made what there is, by plural
 * @returns {Stored["objects"]}
 */
export function objectsOf(memcached, made) {
  const { name, uid } = memcached.metadata;
  const owned = Object.entries(made).flatMap(([plural, items]) =>
    items
      .filter(({ metadata }) => metadata.ownerReferences?.some((/** @type {any} */ owner) => owner.uid === uid))
      .map((item) => [`${plural}/${item.metadata.name}`, item]),
  );
  return { [`memcacheds/${name}`]: memcached, ...Object.fromEntries(owned) };
}

/**
 * Throws an Error that names the fields in which what two operators made of the same Memcached differs: labels, annotations, finalizers,
 * owners, spec and status. What a server chooses, when something was and how it is said may differ, as long as it is there.
 * @param {Stored} ours
 * @param {Stored} theirs
 */
export function checkSameObjects(ours, theirs) {
  const names = Object.keys({ ...ours.objects, ...theirs.objects });
  const differences = names.flatMap((name) =>
    differencesOf(ours.objects[name], theirs.objects[name]).map((difference) => `${name}: ${difference}`),
  );
  if (differences.length === 0) return;
  const shown = differences.slice(0, 10);
  const others = differences.length > shown.length ? [`and ${differences.length - shown.length} more`] : [];
  throw new Error(
    `"${theirs.id}" does not make the same of a Memcached as ${ours.id}:\n  ${[...shown, ...others].join("\n  ")}`,
  );
}

/**
 * @param {any} ours
 * @param {any} theirs
 * @returns {string[]}
 */
function differencesOf(ours, theirs) {
  if (ours === undefined) return ["it is there, and should not be"];
  if (theirs === undefined) return ["it is not there"];
  const [wanted, actual] = [comparedFields(ours), comparedFields(theirs)];
  return [...new Set([...wanted.keys(), ...actual.keys()])]
    .filter((path) => wanted.get(path) !== actual.get(path))
    .map((path) => `${path} is ${actual.get(path) ?? "absent"}, not ${wanted.get(path) ?? "absent"}`);
}

/**
 * The values that are compared as text, by path.
 * @param {any} object
 */
function comparedFields({ metadata, spec, status }) {
  const { labels, annotations, finalizers, ownerReferences } = metadata;
  return new Map(fieldsOf({ metadata: { labels, annotations, finalizers, ownerReferences }, spec, status }, ""));
}

/** Values that may differ. An address is a server's choice, but not that a Service has none. */
const freeValues = [
  /^metadata\.ownerReferences\[.*\]\.uid: /,
  /^spec\.clusterIPs?(\[0\])?: "[\da-f]/,
  /^status\..*\.(message|lastTransitionTime): ".+"/,
];

/**
 * Empty lists and objects count as values. Items go by their name or type where they have one.
 * @param {any} value
 * @param {string} path
 * @returns {[string, string][]}
 */
function fieldsOf(value, path) {
  if (value === undefined) return [];
  const members = typeof value === "object" && value !== null ? Object.entries(value) : [];
  if (members.length === 0) {
    const text = JSON.stringify(value);
    return [[path, freeValues.some((free) => free.test(`${path}: ${text}`)) ? "some value" : text]];
  }
  return members.flatMap(([key, member]) => {
    if (Array.isArray(value)) return fieldsOf(member, `${path}[${member?.name ?? member?.type ?? key}]`);
    return fieldsOf(member, path === "" ? key : `${path}.${key}`);
  });
}
