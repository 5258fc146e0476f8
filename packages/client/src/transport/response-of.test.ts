import { describe, expect, test } from "vitest";
import { responseOf } from "./response-of.ts";

async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe("responseOf", () => {
  test("is an empty 200 when nothing is said", async () => {
    const response = responseOf({});
    expect(response).toMatchObject({ status: 200, headers: new Map() });
    expect(await response.body.text()).toBe("");
    expect(await bytesOf(responseOf({}).body)).toBe("");
  });

  test("has headers in lower case, and the values of a repeated one apart", () => {
    const { headers } = responseOf({ headers: { "Content-Type": "text/plain", warning: ["a", "b"] } });
    expect(headers).toEqual(
      new Map([
        ["content-type", ["text/plain"]],
        ["warning", ["a", "b"]],
      ]),
    );
  });

  test.each([
    { name: "a text", body: "grüße" },
    { name: "bytes", body: new TextEncoder().encode("grüße") },
  ])("has $name as text and as bytes", async ({ body }) => {
    expect(await responseOf({ body }).body.text()).toBe("grüße");
    expect(await bytesOf(responseOf({ body }).body)).toBe("grüße");
  });
});
