import type { Scenario } from "./scenarios.ts";
import { shownAnswer } from "./shown-answer.ts";

/** What sends requests, as far as scenarios need it. */
export interface Sender {
  send(request: {
    method: string;
    path: string;
    headers: Readonly<Record<string, string>>;
    body?: string;
  }): Promise<{ status: number; headers: { get(name: string): unknown }; body: { text(): Promise<string> } }>;
}

/** The answers to the requests of a scenario, one for each. */
export async function runScenario(sender: Sender, { steps }: Scenario): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const [method, path, body, contentType = "application/json"] of steps) {
    const response = await sender.send({
      method,
      path,
      headers: body === undefined ? {} : { "content-type": contentType },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const warnings = String(response.headers.get("warning") ?? "");
    answers.push(shownAnswer(response.status, warnings, await response.body.text()));
  }
  return answers;
}
