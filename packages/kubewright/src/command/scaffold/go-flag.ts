import { InvalidArgumentError, Option } from "commander";

/** A flag that is on or off, as Go's tools have them: `--make`, `--make=false`. */
export function onOffOption(name: string, description: string): Option {
  return new Option(`--${name} [true|false]`, description).argParser(parseOnOff).preset("true");
}

function parseOnOff(text: string): boolean {
  if (/^(true|t|1)$/i.test(text)) return true;
  if (/^(false|f|0)$/i.test(text)) return false;
  throw new InvalidArgumentError("It is on or off: true or false.");
}

/** A whole number in a range. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It is a whole number from ${least} to ${most}.`);
  };
}
