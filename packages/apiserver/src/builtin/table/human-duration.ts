const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** A time span as people read it, in two or three figures: `5m30s`, `3d4h`, `400d`. Beyond the future by a moment: `<invalid>`. */
export function humanDuration(ms: number): string {
  const seconds = Math.trunc(ms / second);
  if (seconds < -1) return "<invalid>";
  if (seconds < 0) return "0s";
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.trunc(ms / minute);
  if (minutes < 10) return twoParts(minutes, "m", seconds % 60, "s");
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.trunc(ms / hour);
  if (hours < 8) return twoParts(hours, "h", minutes % 60, "m");
  if (hours < 48) return `${hours}h`;
  const days = Math.trunc(hours / 24);
  if (days < 8) return twoParts(days, "d", hours % 24, "h");
  if (days < 365 * 2) return `${days}d`;
  const years = Math.trunc(days / 365);
  return years < 8 ? twoParts(years, "y", days % 365, "d") : `${years}y`;
}

function twoParts(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large}${largeUnit}` : `${large}${largeUnit}${small}${smallUnit}`;
}

/** How long ago a time was; `<unknown>` for none. */
export function ageOf(time: string | undefined, now: number): string {
  if (time === undefined || time === "") return "<unknown>";
  return humanDuration(now - Date.parse(time));
}
