import { guardDepth } from "../json/depth-guard.ts";
import { isJsonObject, type JsonObject, ownMember } from "../json/own-member.ts";
import { Quantity } from "../value/quantity.ts";
import { parseTime } from "../value/time.ts";

/**
 * What the comparison cannot see in plain JSON. Paths are member names joined by dots; `*` stands for any member or item:
 * `spec.storage.size`, `spec.pools.*.memory`.
 */
export interface SemanticOptions {
  /** The kind of the objects that the compared parts are of: `{ kind: Deployment }`. @default what `apiVersion` says */
  readonly kind?: { readonly apiVersion: string };
  /** Where else quantities are. @default the places where Kubernetes' own kinds have them, such as `resources.requests` */
  readonly quantities?: readonly string[];
  /** Where else an empty object is the same as none. @default where Kubernetes' own kinds have maps, such as `labels` */
  readonly maps?: readonly string[];
}

/**
 * Whether two objects, or parts of them, mean the same to Kubernetes.
 *
 * Quantities are compared by value (`1000m` is `1`), times by the moment. `null` and an empty list are the same as an
 * absent member, and so is an empty map, or a part such as `resources` or `status` with nothing in it. Elsewhere `{}` is
 * not: `emptyDir: {}` says something. Neither are `""`, `0` and `false`: `storageClassName: ""` says something, too.
 *
 * JSON does not tell quantities, times and maps from other texts and objects; member names do. In objects whose
 * `apiVersion` is one of Kubernetes' own, a quantity is a member of `requests`, `limits`, `capacity`, `hard` and their
 * like, and a time ends in `Time` or `Timestamp`. Elsewhere, in custom resources and in parts of objects, only
 * `resources.requests` and `resources.limits` have quantities; `options` says more. A map is called `labels`,
 * `annotations`, `matchLabels`, `nodeSelector`, `data` and the like; what is in it is compared as text.
 */
export function semanticEqual(a: unknown, b: unknown, options: SemanticOptions = {}): boolean {
  return guardDepth(() => new Comparison(options, "equal", a).compare(a, b, []));
}

/**
 * Whether everything that `wanted` says also holds in `actual`, which may say more: defaults do not count as differences.
 *
 * As `semanticEqual`, but what is absent in `wanted` is not compared, nor is an empty text, list or map there. Items are
 * matched by position, and `actual` may have more at the end. A member that `wanted` no longer has goes unnoticed.
 */
export function semanticDerivative(wanted: unknown, actual: unknown, options: SemanticOptions = {}): boolean {
  return guardDepth(() => new Comparison(options, "derivative", wanted).compare(wanted, actual, []));
}

type Path = readonly string[];

class Comparison {
  readonly #quantities: readonly Path[];
  readonly #maps: readonly Path[];
  readonly #isDerivative: boolean;

  readonly #isBuiltIn: boolean;

  constructor(options: SemanticOptions, mode: "equal" | "derivative", root: unknown) {
    const { kind = root, quantities = [], maps = [] } = options;
    this.#isBuiltIn = isBuiltIn(kind);
    const known = this.#isBuiltIn ? QUANTITIES : QUANTITIES_ANYWHERE;
    this.#quantities = [...known, ...quantities.map((path) => ["^", ...split(path)])];
    this.#maps = [...MAPS, ...maps.map((path) => ["^", ...split(path)])];
    this.#isDerivative = mode === "derivative";
  }

  compare(left: unknown, right: unknown, path: string[]): boolean {
    const a = plain(left);
    const b = plain(right);
    if (a === b || (this.#isNothing(a, path) && this.#isNothing(b, path))) return true;
    if (this.#isDerivative && (a === "" || this.#isNothing(a, path))) return true;
    if (Array.isArray(a)) return Array.isArray(b) && this.#compareLists(a, b, path);
    if (isJsonObject(a)) return isJsonObject(b) && this.#compareObjects(a, b, path);
    return this.#compareScalars(a, b, path);
  }

  /** Looks only a few levels deep, which is deeper than empty parts nest in any kind. */
  #isNothing(value: unknown, path: string[], levels = 8): boolean {
    if (value === undefined || (Array.isArray(value) && value.length === 0)) return true;
    if (!isJsonObject(value)) return false;
    if (levels === 0 || !(matchesAny(this.#maps, path) || matchesAny(PARTS, path))) return false;
    return Object.keys(value).every((key) =>
      within(path, key, () => this.#isNothing(plain(value[key]), path, levels - 1)),
    );
  }

  #compareLists(a: readonly unknown[], b: readonly unknown[], path: string[]): boolean {
    if (this.#isDerivative ? a.length > b.length : a.length !== b.length) return false;
    return a.every((item, index) => within(path, String(index), () => this.compare(item, b[index], path)));
  }

  #compareObjects(a: JsonObject, b: JsonObject, path: string[]): boolean {
    const isEqualAt = (key: string): boolean => {
      const [left, right] = [ownMember(a, key), ownMember(b, key)];
      // A key of a map is there or not, whatever its value.
      if ((left === undefined) !== (right === undefined) && matchesAny(this.#maps, path)) return false;
      return within(path, key, () => this.compare(left, right, path));
    };
    if (!Object.keys(a).every(isEqualAt)) return false;
    return this.#isDerivative || Object.keys(b).every((key) => Object.hasOwn(a, key) || isEqualAt(key));
  }

  #compareScalars(a: unknown, b: unknown, path: string[]): boolean {
    if (isQuantityText(a) && isQuantityText(b) && this.#isQuantity(path)) return isSameQuantity(a, b);
    if (typeof a === "string" && typeof b === "string") return this.#isTime(path) && isSameMoment(a, b);
    // biome-ignore lint/suspicious/noDoubleEquals: the one comparison that is exact between a bigint and a number.
    return isNumber(a) && isNumber(b) && a == b;
  }

  #isQuantity(path: Path): boolean {
    return matchesAny(this.#quantities, path) && !isFreeText(path);
  }

  #isTime(path: Path): boolean {
    return TIME.test(path.at(-1) ?? "") && (this.#isBuiltIn || path[0] === "metadata") && !isFreeText(path);
  }
}

/** Groups whose kinds have quantities and times where the tables below say; a custom kind may mean anything. */
const BUILT_IN_GROUPS: ReadonlySet<string> = new Set(
  names(`
    admissionregistration.k8s.io apiextensions.k8s.io apiregistration.k8s.io apps autoscaling batch certificates.k8s.io
    coordination.k8s.io discovery.k8s.io events.k8s.io flowcontrol.apiserver.k8s.io networking.k8s.io node.k8s.io policy
    rbac.authorization.k8s.io resource.k8s.io scheduling.k8s.io storage.k8s.io`),
);

function isBuiltIn(kind: unknown): boolean {
  const apiVersion = isJsonObject(kind) ? kind.apiVersion : undefined;
  if (typeof apiVersion !== "string") return false;
  const slash = apiVersion.indexOf("/");
  return slash === -1 || BUILT_IN_GROUPS.has(apiVersion.slice(0, slash));
}

/** Maps from text to text, in which a key such as `capacity` means nothing. */
const FREE_TEXT: ReadonlySet<string> = new Set(
  names("annotations binaryData data labels matchLabels nodeSelector options parameters stringData volumeAttributes"),
);

function isFreeText(path: Path): boolean {
  return path.some((name, index) => index < path.length - 1 && FREE_TEXT.has(name));
}

/** Quantities whatever the kind: what a container asks for. Ends of paths. */
const QUANTITIES_ANYWHERE: readonly Path[] = ["resources.requests.*", "resources.limits.*"].map(split);

const QUANTITY_MAPS = names(`
  allocatable allocatedResources capacity consumedCapacity default defaultRequest hard limits
  max maxLimitRequestRatio min overhead podFixed requests used`);

/** Ends of paths. */
const QUANTITIES: readonly Path[] = [
  ...QUANTITY_MAPS.map((name) => [name, "*"]),
  ...names("capacity divisor maximumVolumeSize sizeLimit tolerance").map((name) => [name]),
  ...["target.value", "target.averageValue", "current.value", "current.averageValue", "capacity.*.value"].map(split),
];

const MAPS: readonly Path[] = [
  ...QUANTITY_MAPS,
  ...names(`
    allocatedResourceStatuses annotations attachmentMetadata attributes binaryData data extra labels matchLabels
    nodeSelector options parameters stringData volumeAttributes`),
].map((name) => [name]);

/** Parts that servers always write, or leave out, when they are empty: no difference between the two. */
const PARTS: readonly Path[] = names(`
  daemonEndpoints lastState loadBalancer metadata nodeInfo resources source spec state status strategy updateStrategy`).map(
  (name) => [name],
);

const TIME = /(?:^t|T)ime(?:stamp)?$|^(?:started|finished)At$|^timeAdded$/;

function names(text: string): string[] {
  return text.trim().split(/\s+/);
}

function split(path: string): Path {
  return path.split(".");
}

/** Whether the path ends as one of the patterns does. A pattern that starts with `^` is for the whole path. */
function matchesAny(patterns: readonly Path[], path: Path): boolean {
  return patterns.some((pattern) => {
    const isWhole = pattern[0] === "^";
    const tokens = isWhole ? pattern.slice(1) : pattern;
    if (isWhole ? tokens.length !== path.length : tokens.length > path.length) return false;
    const offset = path.length - tokens.length;
    return tokens.every((token, index) => token === "*" || token === path[offset + index]);
  });
}

/** What `action` gives while `path` is one step longer: a copy at each step would cost too much in deep objects. */
function within<T>(path: string[], step: string, action: () => T): T {
  path.push(step);
  const result = action();
  path.pop();
  return result;
}

/** What would stand in the JSON text. */
function plain(value: unknown): unknown {
  if (typeof value !== "object") return value;
  if (value === null) return undefined;
  return "toJSON" in value && typeof value.toJSON === "function" ? (value.toJSON() as unknown) : value;
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

function isQuantityText(value: unknown): value is string | number | bigint {
  return typeof value === "string" || isNumber(value);
}

function isSameQuantity(a: string | number | bigint, b: string | number | bigint): boolean {
  return isSame(
    a,
    b,
    (text) => Quantity.parse(text),
    (left, right) => left.equals(right),
  );
}

function isSameMoment(a: string, b: string): boolean {
  return isSame(a, b, parseTime, Object.is);
}

/** What cannot be read is only equal to itself, which was compared before. */
function isSame<T, V>(a: T, b: T, read: (text: T) => V, equals: (left: V, right: V) => boolean): boolean {
  try {
    return equals(read(a), read(b));
  } catch {
    return false;
  }
}
