/** A number as the server prints what is no integer to it: `1.5`, `1e+06`. */
export function formatFloat(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf";
  if (Object.is(value, -0)) return "-0";
  const [digits, exponentText] = value.toExponential().split("e");
  const exponent = Number(exponentText);
  // JavaScript and Go change to the form with an exponent at different sizes.
  if (value === 0 || (exponent >= -4 && exponent < 6)) return String(value);
  return `${digits}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}
