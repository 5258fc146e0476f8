import { validateDns1123Subdomain } from "@kubewright/api";
import { RuntimeError } from "../errors.ts";

/** Throws RuntimeError `INVALID_SETUP`, which names `option`, for what cannot be the name of a Lease. */
export function refuseInvalidLeaseName(name: unknown, option: string): void {
  if (typeof name !== "string" || name === "") {
    throw new RuntimeError(
      "INVALID_SETUP",
      `${option} is missing: give the Lease a name that all replicas have in common and nobody else has, as memcached.cache.example.com`,
    );
  }
  const [problem] = validateDns1123Subdomain(name);
  if (problem === undefined) return;
  throw new RuntimeError(
    "INVALID_SETUP",
    `${option} ${JSON.stringify(name)} cannot be the name of a Lease: ${problem}`,
  );
}
