/** Sends requests to the reference server. */
export interface ReferenceTransport {
  send(request: {
    method: "GET" | "POST";
    path: string;
    headers: Record<string, string>;
    body?: string;
  }): Promise<{ readonly status: number; readonly body: { text(): Promise<string> } }>;
}

/** Reads documents from the reference server. */
export class ReferenceReader {
  readonly #transport: ReferenceTransport;

  constructor(transport: ReferenceTransport) {
    this.#transport = transport;
  }

  async text(path: string, accept = "application/json"): Promise<string> {
    const response = await this.#transport.send({ method: "GET", path, headers: { accept } });
    const text = await response.body.text();
    if (response.status !== 200) throw new Error(`GET ${path} is answered with ${response.status}: ${text}`);
    return text;
  }

  async json<T>(path: string, accept?: string): Promise<T> {
    return JSON.parse(await this.text(path, accept)) as T;
  }

  /** Sends an object to a path without keeping it. */
  async dryRun(path: string, object: unknown): Promise<{ status: number; text: string }> {
    const response = await this.#transport.send({
      method: "POST",
      path: `${path}?dryRun=All`,
      headers: { accept: "application/json", "content-type": "application/json" },
      body: JSON.stringify(object),
    });
    return { status: response.status, text: await response.body.text() };
  }
}
