import type { IncomingMessage } from "node:http";
import type { Clock } from "@kubewright/api";
import { TokenReview, type UserInfo } from "@kubewright/api/authentication/v1";
import { SubjectAccessReview } from "@kubewright/api/authorization/v1";
import type { Client } from "@kubewright/client";
import { type HttpHandler, sendText } from "../health/http-listener.ts";
import type { Logger } from "../log/logger.ts";
import { rbacHint } from "../rbac-marker.ts";
import { RememberedAnswers } from "./remembered-answers.ts";

export interface RequestGuardOptions {
  /** Asks the cluster. Needs the right to create TokenReviews and SubjectAccessReviews. */
  readonly client: Pick<Client, "create">;
  readonly log: Logger;
  readonly clock: Clock;
}

/** Whether somebody may do something; why not is for the log. */
interface Decision {
  readonly isAllowed: boolean;
  readonly reason?: string | undefined;
}

const minuteMs = 60_000;
/** How long the cluster may take to answer. */
const timeoutMs = 10_000;

/** So many tokens are asked about at once: who sends many of them does not keep the cluster busy. */
const maxTokensAsked = 32;

/**
 * Lets requests pass whose bearer token the cluster knows, and whose user may do that: `get` on the path, for `GET /metrics`.
 *
 * Answers 400 to paths with `.` or `..` in them, 401 without a valid token, 403 to who may not, 429 to tokens that
 * come while many others are being asked about, and 500 when the cluster cannot be asked. What the cluster says of a token holds for a
 * minute, a right for five, a refusal for half of one.
 */
export class RequestGuard {
  readonly #options: RequestGuardOptions;
  readonly #users: RememberedAnswers<UserInfo | undefined>;
  readonly #decisions: RememberedAnswers<Decision>;
  /** Tokens are remembered by what cannot be turned back into them. */
  readonly #hashKey = nodeCrypto().randomBytes(32);

  constructor(options: RequestGuardOptions) {
    this.#options = options;
    const { clock } = options;
    this.#users = new RememberedAnswers({ clock, ttlMs: () => minuteMs });
    this.#decisions = new RememberedAnswers({
      clock,
      ttlMs: ({ isAllowed }) => (isAllowed ? 5 * minuteMs : minuteMs / 2),
    });
  }

  /** The handler, for those who may. */
  protect(handler: HttpHandler): HttpHandler {
    return async (request, response) => {
      const refuse = (status: number, message: string): void => sendText(request, response, status, `${message}\n`);
      const path = pathOf(request);
      if (path === undefined) return refuse(400, "400 Bad Request");
      const token = bearerTokenOf(request);
      if (token === undefined) return refuse(401, "Unauthorized");
      const hash = this.#hash(token);
      if (this.#users.isBeyond(maxTokensAsked, hash)) return refuse(429, "Too many requests, please try again later.");
      let user: UserInfo | undefined;
      try {
        user = await this.#users.get(hash, () => this.#authenticate(token));
      } catch (error) {
        this.#log(error, "cannot ask the cluster who reads the metrics");
        return refuse(500, "Authentication failed");
      }
      if (user === undefined) return refuse(401, "Unauthorized");
      const { username = "" } = user;
      const action = { path, verb: (request.method ?? "").toLowerCase() };
      try {
        const known = user;
        const decision = await this.#decisions.get(JSON.stringify([known, action]), () =>
          this.#authorize(known, action),
        );
        if (!decision.isAllowed) {
          this.#options.log.debug({ user: username, ...action, reason: decision.reason }, "metrics refused");
          return refuse(403, `Authorization denied for user ${username}`);
        }
      } catch (error) {
        this.#log(error, "cannot ask the cluster who may read the metrics");
        return refuse(500, `Authorization for user ${username} failed`);
      }
      await handler(request, response);
    };
  }

  async #authenticate(token: string): Promise<UserInfo | undefined> {
    const { status } = await this.#options.client.create(TokenReview.of({ spec: { token } }), { timeoutMs });
    if (status?.authenticated !== true) return undefined;
    return withAuthenticatedGroup(status.user ?? {});
  }

  async #authorize(
    { username, uid, groups, extra }: UserInfo,
    action: { path: string; verb: string },
  ): Promise<Decision> {
    const spec = {
      ...(username !== undefined && { user: username }),
      ...(uid !== undefined && { uid }),
      ...(groups !== undefined && { groups }),
      ...(extra !== undefined && { extra }),
      nonResourceAttributes: action,
    };
    const { status } = await this.#options.client.create(SubjectAccessReview.of({ spec }), { timeoutMs });
    const { allowed = false, denied = false, reason, evaluationError } = status ?? {};
    if (allowed && denied) throw new Error("the cluster says that it is both allowed and denied");
    return { isAllowed: allowed, reason: reason || evaluationError };
  }

  #hash(token: string): string {
    return nodeCrypto().createHmac("sha256", this.#hashKey).update(token).digest("base64");
  }

  #log(error: unknown, message: string): void {
    this.#options.log.error({ err: error }, `${message}${rbacHint(error)}`);
  }
}

/** As API servers have it: whoever is known is in this group, but for the anonymous. */
function withAuthenticatedGroup(user: UserInfo): UserInfo {
  const { username, groups = [] } = user;
  const isComplete =
    username === "system:anonymous" ||
    groups.includes("system:authenticated") ||
    groups.includes("system:unauthenticated");
  return isComplete ? user : { ...user, groups: [...groups, "system:authenticated"] };
}

function bearerTokenOf({ headers }: IncomingMessage): string | undefined {
  const [scheme = "", token = ""] = (headers.authorization ?? "").trim().split(" ");
  return scheme.toLowerCase() === "bearer" && token !== "" ? token : undefined;
}

/** Undefined for one that leads elsewhere when it is tidied up: a right for `/debug/public/*` is none for `/debug/public/../secret`. */
function pathOf({ url = "/" }: IncomingMessage): string | undefined {
  try {
    const path = decodeURIComponent(url.replace(/[?#].*$/s, ""));
    return /[/\\]\.\.?([/\\]|$)/.test(path) ? undefined : path;
  } catch {
    return undefined;
  }
}

function nodeCrypto(): typeof import("node:crypto") {
  return process.getBuiltinModule("node:crypto");
}
