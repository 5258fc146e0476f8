/** Whether the digits of a text are those of a number of ten digits for books. */
export function isIsbn10(text: string): boolean {
  const digits = text.replaceAll(/[\t\n\f\r -]+/g, "");
  if (!/^\d{9}[\dX]$/.test(digits)) return false;
  const sum = Array.from(digits, (digit, index) => (index + 1) * (digit === "X" ? 10 : Number(digit)));
  return sum.reduce((a, b) => a + b) % 11 === 0;
}

/** Whether the digits of a text are those of a number of thirteen digits for books. */
export function isIsbn13(text: string): boolean {
  const digits = text.replaceAll(/[\t\n\f\r -]+/g, "");
  if (!/^\d{13}$/.test(digits)) return false;
  const sum = Array.from(digits.slice(0, 12), (digit, index) => Number(digit) * (index % 2 === 0 ? 1 : 3));
  return Number(digits[12]) === (10 - (sum.reduce((a, b) => a + b) % 10)) % 10;
}

/** Whether the digits of a text have the form of a card's number. */
export function isCreditCard(text: string): boolean {
  return /^(?:4\d{12}(?:\d{3})?|5[1-5]\d{14}|6(?:011|5\d\d)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|(?:2131|1800|35\d{3})\d{11})$/.test(
    text.replaceAll(/\D+/g, ""),
  );
}

/** Whether the last digit of a card's number agrees with the others. */
export function hasChecksum(text: string): boolean {
  const digits = text.replaceAll(/\D+/g, "");
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits.at(-1 - index));
    sum += index % 2 === 0 ? digit : digit * 2 > 9 ? digit * 2 - 9 : digit * 2;
  }
  return sum % 10 === 0;
}
