import {
  type NameOptions,
  validateAnnotationKey,
  validateCIdentifier,
  validateConfigMapKey,
  validateDns1035Label,
  validateDns1123Label,
  validateDns1123Subdomain,
  validateDns1123SubdomainWithUnderscore,
  validateEnvVarName,
  validateFinalizerName,
  validateHttpHeaderName,
  validateLabelValue,
  validatePathSegmentName,
  validatePercent,
  validatePortName,
  validatePortNumber,
  validateQualifiedName,
  validateStrictEnvVarName,
  validateUnixId,
  validateWildcardDns1123Subdomain,
} from "@kubewright/api";
import { expect, test } from "vitest";
import { readVectors } from "./read-vectors.ts";

const vectors = readVectors<{
  inputs: string[];
  messages: string[];
  /** Per check of the reference and input, indexes into `messages`. */
  results: Record<string, number[][]>;
  numbers: { number: number; port: string[]; userId: string[]; groupId: string[] }[];
}>("names");

const asPrefix: NameOptions = { isPrefix: true };

const checks: Record<string, (value: string) => string[]> = {
  AnnotationKey: validateAnnotationKey,
  FinalizerName: validateFinalizerName,
  IsCIdentifier: validateCIdentifier,
  IsConfigMapKey: validateConfigMapKey,
  IsDNS1035Label: validateDns1035Label,
  IsDNS1123Label: validateDns1123Label,
  IsDNS1123Subdomain: validateDns1123Subdomain,
  IsDNS1123SubdomainWithUnderscore: validateDns1123SubdomainWithUnderscore,
  IsEnvVarName: validateStrictEnvVarName,
  IsHTTPHeaderName: validateHttpHeaderName,
  IsQualifiedName: validateQualifiedName,
  IsRelaxedEnvVarName: validateEnvVarName,
  IsValidLabelValue: validateLabelValue,
  IsValidPathSegmentName: validatePathSegmentName,
  IsValidPathSegmentPrefix: (value) => validatePathSegmentName(value, asPrefix),
  IsValidPercent: validatePercent,
  IsValidPortName: validatePortName,
  IsWildcardDNS1123Subdomain: validateWildcardDns1123Subdomain,
  NameIsDNS1035LabelPrefix: (value) => validateDns1035Label(value, asPrefix),
  NameIsDNSLabelPrefix: (value) => validateDns1123Label(value, asPrefix),
  NameIsDNSSubdomainPrefix: (value) => validateDns1123Subdomain(value, asPrefix),
};

test("every check of the reference has one of ours", () => {
  expect(Object.keys(checks).sort()).toEqual(Object.keys(vectors.results).sort());
});

test.each(Object.entries(vectors.results))("%s says the same of every input", (name, results) => {
  const expected = results.map((messages) => messages.map((message) => vectors.messages[message]));
  expect(byInput(vectors.inputs.map((input) => checks[name]!(input)))).toEqual(byInput(expected));
});

function byInput<T>(answers: T[]): Map<string, T> {
  return new Map(answers.map((answer, index) => [vectors.inputs[index]!, answer]));
}

test.each(vectors.numbers)("$number is checked as in the reference", ({ number, port, userId, groupId }) => {
  expect(validatePortNumber(number)).toEqual(port);
  expect(validateUnixId(number)).toEqual(userId);
  expect(validateUnixId(number)).toEqual(groupId);
});
