import type { StatusCause } from "@kubewright/api";
import type { KeyToPath, ProjectedVolumeSource, VolumeProjection } from "@kubewright/api/core/v1";
import { forbiddenField, invalidField, requiredField } from "@kubewright/api/server";
import { checkUnreservedPath } from "../../rule/local-path.ts";
import { checkPresent } from "../../rule/text-rule.ts";
import { checkDownwardFile, checkKeyPath, checkMode } from "./key-path.ts";

const minTokenSeconds = 10 * 60;
const maxTokenSeconds = 2 ** 32;

/** Adds what is wrong with a volume that several sources make up. */
export function checkProjected(
  { sources, defaultMode }: ProjectedVolumeSource,
  field: string,
  causes: StatusCause[],
): void {
  checkMode(defaultMode, `${field}.defaultMode`, causes);
  const paths = new Paths(field, causes);
  for (const [index, source] of (sources ?? []).entries()) {
    const place = `${field}.sources[${index}]`;
    checkSource(source, paths, place, field, causes);
    const { secret, configMap, downwardAPI, serviceAccountToken } = source;
    if ([secret, configMap, downwardAPI, serviceAccountToken].filter(Boolean).length > 1) {
      causes.push(forbiddenField(place, "may not specify more than 1 volume type per source"));
    }
  }
}

/** The paths of all sources together. */
class Paths {
  readonly #taken = new Set<string>();
  readonly #field: string;
  readonly #causes: StatusCause[];

  constructor(field: string, causes: StatusCause[]) {
    this.#field = field;
    this.#causes = causes;
  }

  /** Adds a cause when a path is taken already; `shown` is what is said of it. */
  take(path: string | undefined, shown: string): void {
    if (!path) return;
    if (this.#taken.has(path)) {
      this.#causes.push(invalidField(this.#field, shown, "conflicting duplicate paths"));
    }
    this.#taken.add(path);
  }
}

function checkSource(
  { secret, configMap, downwardAPI, serviceAccountToken }: VolumeProjection,
  paths: Paths,
  place: string,
  field: string,
  causes: StatusCause[],
): void {
  if (secret) checkKeys(secret, paths, `${place}.secret`, causes);
  if (configMap) checkKeys(configMap, paths, `${place}.configMap`, causes);
  for (const file of downwardAPI?.items ?? []) {
    checkDownwardFile(file, `${place}.downwardAPI`, causes);
    paths.take(file.path, file.path);
  }
  if (!serviceAccountToken) return;
  const { expirationSeconds = 0, path } = serviceAccountToken;
  const secondsField = `${place}.serviceAccountToken.expirationSeconds`;
  if (expirationSeconds < minTokenSeconds) {
    const detail = "may not specify a duration less than 10 minutes";
    causes.push(invalidField(secondsField, expirationSeconds, detail));
  }
  if (expirationSeconds > maxTokenSeconds) {
    const detail = "may not specify a duration larger than 2^32 seconds";
    causes.push(invalidField(secondsField, expirationSeconds, detail));
  }
  if (!path) causes.push(requiredField(`${field}.path`));
  else checkUnreservedPath(path, `${field}.path`, causes);
}

function checkKeys(
  { name = "", items = [] }: { name?: string; items?: KeyToPath[] },
  paths: Paths,
  field: string,
  causes: StatusCause[],
): void {
  checkPresent(name, `${field}.name`, causes);
  for (const [index, item] of items.entries()) {
    checkKeyPath(item, `${field}.items[${index}]`, causes);
    paths.take(item.path, name);
  }
}
