import { type ClientRequest, type IncomingMessage, type OutgoingHttpHeaders, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { CheckResult } from "./check.ts";
import { authority, type ConnectOptions, connectFailure } from "./tcp-connect.ts";

export interface HttpGetOptions extends ConnectOptions {
  readonly path: string;
  /** Certificates are not checked. */
  readonly isSecure: boolean;
  readonly headers: readonly { readonly name: string; readonly value?: string | undefined }[];
  /** In the name that the request gives itself. @default "probe" */
  readonly purpose?: string;
}

const maxBodyBytes = 10 * 1024;
const maxRedirects = 10;

/** Whether a GET there is answered with a status from 200 to 399. Never rejects. */
export async function httpGet(options: HttpGetOptions): Promise<CheckResult> {
  const { host, port, isSecure, path, clock, timeoutMs, signal } = options;
  const first = `http${isSecure ? "s" : ""}://${authority(host, port)}${path.startsWith("/") ? "" : "/"}${path}`;
  let current: ClientRequest | undefined;
  let result: CheckResult | undefined;
  const cut = (why: CheckResult) => {
    result = why;
    current?.destroy();
  };
  const slow = "context deadline exceeded (Client.Timeout exceeded while awaiting headers)";
  const timer = clock.schedule(timeoutMs, () => cut({ type: "failure", output: `Get "${first}": ${slow}` }));
  const abort = () => cut({ type: "unknown", error: "stopped" });
  if (signal.aborted) abort();
  else signal.addEventListener("abort", abort);
  try {
    let url = new URL(first);
    for (let redirects = 0; result === undefined; redirects++) {
      const answer = await new Promise<Answer>((resolve, reject) => {
        const send = url.protocol === "https:" ? requestHttps : requestHttp;
        current = send(url, {
          headers: headersOf(options),
          agent: false,
          ...(url.protocol === "https:" && { rejectUnauthorized: false }),
        });
        current.once("error", reject);
        current.once("response", (response) => readAnswer(response).then(resolve, reject));
        current.end();
      });
      const next = redirectOf(answer, url);
      if (next === undefined) return result ?? resultOf(answer);
      if (next.hostname !== url.hostname) {
        return { type: "warning", output: `Probe terminated redirects, Response body: ${answer.body}` };
      }
      if (redirects === maxRedirects)
        return { type: "failure", output: `Get "${next.href}": stopped after 10 redirects` };
      url = next;
    }
    return result;
  } catch (error) {
    return result ?? { type: "failure", output: `Get "${first}": ${requestFailure(error, host, port)}` };
  } finally {
    timer.cancel();
    signal.removeEventListener("abort", abort);
    current?.destroy();
  }
}

interface Answer {
  readonly status: number;
  readonly location: string | undefined;
  readonly body: string;
}

function resultOf({ status, body }: Answer): CheckResult {
  if (status >= 200 && status < 300) return { type: "success" };
  if (status >= 300 && status < 400) {
    return { type: "warning", output: `Probe terminated redirects, Response body: ${body}` };
  }
  return { type: "failure", output: `HTTP probe failed with statuscode: ${status}` };
}

function redirectOf({ status, location }: Answer, from: URL): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return undefined;
  return URL.canParse(location, from.href) ? new URL(location, from) : undefined;
}

function readAnswer(response: IncomingMessage): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let size = 0;
    const done = () =>
      resolve({
        status: response.statusCode ?? 0,
        location: response.headers.location,
        body: Buffer.concat(pieces).subarray(0, maxBodyBytes).toString("utf8"),
      });
    response.on("data", (data: Buffer) => {
      pieces.push(data);
      size += data.length;
      if (size >= maxBodyBytes) {
        done();
        response.destroy();
      }
    });
    response.once("end", done);
    response.once("error", reject);
  });
}

function headersOf({ headers, purpose = "probe" }: HttpGetOptions): OutgoingHttpHeaders {
  const all = new Map<string, string[]>();
  for (const { name, value = "" } of headers) {
    const key = name.toLowerCase();
    all.set(key, [...(all.get(key) ?? []), value]);
  }
  if (!all.has("user-agent")) all.set("user-agent", [`kube-${purpose}/1.36`]);
  if (!all.has("accept")) all.set("accept", ["*/*"]);
  if (all.get("accept")?.[0] === "") all.delete("accept");
  return Object.fromEntries([...all].map(([name, values]) => [name, values.length === 1 ? values[0] : values]));
}

function requestFailure(error: unknown, host: string, port: number): string {
  const failure = error as NodeJS.ErrnoException;
  if (failure.code === "ECONNRESET" && failure.message === "socket hang up") return "EOF";
  if (failure.code === "ECONNRESET") return `read tcp ${authority(host, port)}: read: connection reset by peer`;
  if (failure.code?.startsWith("HPE_") === true)
    return `net/http: HTTP/1.x transport connection broken: ${failure.message}`;
  return `dial tcp ${authority(host, port)}: ${connectFailure(failure, host)}`;
}
