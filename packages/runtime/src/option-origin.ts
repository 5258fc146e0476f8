/** The flag that an option was read from. */
export interface OptionOrigin {
  /** With its dashes: `--health-probe-bind-address`. */
  readonly flag: string;
  /** What the option was then. Where it is another one now, the flag is not to blame. */
  readonly value: string;
}

/** Flags by the options that were read from them, as `health.bindAddress`. */
export type OptionOrigins = Readonly<Record<string, OptionOrigin>>;

/** What errors call an option and its value: `health.bindAddress ":8081"`, or as the flag is written that it was read from. */
export function describeOption(option: string, value: string, origins: OptionOrigins = {}): string {
  const flag = flagOf(option, value, origins);
  return flag === undefined ? `${option} ${JSON.stringify(value)}` : describeFlag(flag, value);
}

/** The flag that an option was read from, if it is still what that said. */
export function flagOf(option: string, value: string, origins: OptionOrigins = {}): string | undefined {
  const origin = Object.hasOwn(origins, option) ? origins[option] : undefined;
  return origin?.value === value ? origin.flag : undefined;
}

/** A flag and its value as they are written in a command, on one line: `--health-probe-bind-address=:8081`. */
export function describeFlag(flag: string, value: string): string {
  return `${flag}=${/^[\p{L}\p{N}\p{P}\p{S}]+$/u.test(value) ? value : JSON.stringify(value)}`;
}
