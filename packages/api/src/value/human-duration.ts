/** A span of time as kubectl prints ages: `45s`, `3m20s`, `5h12m`, `8d`, `2y30d`. `<invalid>` when it is in the future. */
export function formatHumanDuration(milliseconds: number): string {
  const seconds = Math.trunc(milliseconds / 1000);
  if (seconds < -1) return "<invalid>";
  if (seconds < 0) return "0s";
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.trunc(seconds / 60);
  if (minutes < 10) return two(minutes, "m", seconds % 60, "s");
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.trunc(minutes / 60);
  if (hours < 8) return two(hours, "h", minutes % 60, "m");
  if (hours < 48) return `${hours}h`;
  const days = Math.trunc(hours / 24);
  if (days < 8) return two(days, "d", hours % 24, "h");
  if (days < 730) return `${days}d`;
  const years = Math.trunc(days / 365);
  return days < 2920 ? two(years, "y", days % 365, "d") : `${years}y`;
}

function two(more: number, moreUnit: string, less: number, lessUnit: string): string {
  return less === 0 ? `${more}${moreUnit}` : `${more}${moreUnit}${less}${lessUnit}`;
}
