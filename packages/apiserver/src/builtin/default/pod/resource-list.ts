import { Quantity } from "@kubewright/api";

/** Amounts by the name of the resource, as in `requests` and `limits`. */
export type ResourceList = Record<string, string>;

/** Only these endings, or an exponent, can hold less than a thousandth. */
const maybeTiny = /[nu]$|e-/i;

/** Whether pages of memory of one size are meant. */
export function isHugePages(name: string): boolean {
  return name.startsWith("hugepages-");
}

/** Whether an amount is greater than another. */
export function isMore(amount: string, other: string): boolean {
  return Quantity.parse(amount).compare(Quantity.parse(other)) > 0;
}

/** Rounds amounts up to thousandths, in place. */
export function defaultResourceList(list: ResourceList | undefined): void {
  if (list === undefined) return;
  for (const [name, amount] of Object.entries(list)) {
    if (typeof amount === "string" && maybeTiny.test(amount))
      list[name] = Quantity.parse(amount).roundUp(-3).toString();
  }
}

/** Rounds what a container, claim or status asks for. */
export function defaultResources(resources: { limits?: ResourceList; requests?: ResourceList } | undefined): void {
  defaultResourceList(resources?.limits);
  defaultResourceList(resources?.requests);
}

/** Amounts of both lists together. */
export function addResources(sum: ResourceList, added: ResourceList | undefined): void {
  for (const [name, amount] of Object.entries(added ?? {})) {
    const before = sum[name];
    sum[name] = before === undefined ? amount : Quantity.parse(before).add(Quantity.parse(amount)).toString();
  }
}

/** The greater amount of each resource. */
export function raiseResources(least: ResourceList, other: ResourceList): void {
  for (const [name, amount] of Object.entries(other)) {
    const before = least[name];
    if (before === undefined || isMore(amount, before)) least[name] = amount;
  }
}
