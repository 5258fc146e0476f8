import { formatHumanDuration } from "@kubewright/api/server";

/** How long ago a time was; `<unknown>` for none. */
export function ageOf(time: string | undefined, now: number): string {
  if (time === undefined || time === "") return "<unknown>";
  return formatHumanDuration(now - Date.parse(time));
}
