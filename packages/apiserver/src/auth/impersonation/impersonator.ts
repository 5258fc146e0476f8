import { statusErrorOf, validateDns1123Subdomain } from "@kubewright/api";
import type { AccessRequest, Authorizer } from "../authorizer.ts";
import { forbiddenAccess } from "../forbidden-access.ts";
import { parseServiceAccountUsername, serviceAccountGroups } from "../service-account-name.ts";
import { authenticatedUser, systemName, type User } from "../user.ts";
import { extraProblem } from "./extra-problem.ts";
import { type RequestHeaders, wantedUserOf } from "./wanted-user.ts";

/** From how many groups or extra values on all of them are asked for at once first. */
const manyChecks = 4;
const authenticationGroup = "authentication.k8s.io";

/**
 * Lets users be someone else for a request.
 *
 * There are several ways to be allowed, each with its own verbs. All but the last are constrained to what the request does; the
 * last is the verb `impersonate` alone.
 */
export class Impersonator {
  readonly #authorizer: Authorizer;
  /** The way that was last allowed, by the name of the one who asked: it is tried first the next time. */
  readonly #lastWays = new Map<string, Way>();

  constructor(authorizer: Authorizer) {
    this.#authorizer = authorizer;
  }

  /** Who `user` is for a request: whom the headers name, or `user` when they name nobody. Throws a 400 or 403 StatusError. */
  impersonate(user: User, headers: RequestHeaders, access: AccessRequest): User {
    const wanted = wantedUserOf(headers);
    if (wanted === undefined) return user;
    let refusal: unknown;
    for (const way of this.#waysOf(user)) {
      try {
        const impersonated = this.#try(way, user, wanted, access);
        if (impersonated === undefined) continue;
        this.#remember(user, way);
        return impersonated;
      } catch (error) {
        if (statusErrorOf(error) === undefined) throw error;
        refusal ??= error;
      }
    }
    throw refusal;
  }

  #waysOf({ name }: User): readonly Way[] {
    const last = this.#lastWays.get(name);
    return last === undefined ? ways : [last, ...ways.filter((way) => way !== last)];
  }

  #remember({ name }: User, way: Way): void {
    if (this.#lastWays.size >= 10_000) this.#lastWays.clear();
    this.#lastWays.set(name, way);
  }

  /** Undefined: this way is not for such a user. Throws the 403. */
  #try(way: Way, user: User, wanted: User, access: AccessRequest): User | undefined {
    if (way.mode === undefined) return this.#checkAll(user, wanted, "impersonate", false);
    if (!way.isFor(wanted, user)) return undefined;
    this.#check({ ...access, user, verb: `impersonate-on:${way.mode}:${access.verb}` });
    return this.#checkAll(user, wanted, `impersonate:${way.mode}`, true);
  }

  #checkAll(user: User, wanted: User, verb: string, isConstrained: boolean): User {
    const group = isConstrained ? authenticationGroup : "";
    const groups = this.#checkName(user, wanted, verb, isConstrained) ?? wanted.groups;
    const version = "v1";
    if (wanted.uid !== "") {
      this.#check({ user, verb, group: authenticationGroup, version, resource: "uids", name: wanted.uid });
    }
    this.#checkGroups({ user, verb, group, version, resource: "groups" }, wanted.groups, isConstrained);
    this.#checkExtra(
      { user, verb, group: authenticationGroup, version, resource: "userextras" },
      wanted,
      isConstrained,
    );
    const impersonated = { ...wanted, groups };
    if (wanted.name !== systemName.anonymous) return authenticatedUser(impersonated);
    if (groups.includes(systemName.unauthenticated)) return impersonated;
    return { ...impersonated, groups: [...groups, systemName.unauthenticated] };
  }

  /** The groups that come with the name, where they do. */
  #checkName(user: User, wanted: User, verb: string, isConstrained: boolean): readonly string[] | undefined {
    const request = { user, verb, group: isConstrained ? authenticationGroup : "", version: "v1" };
    const account = parseServiceAccountUsername(wanted.name);
    if (account !== undefined) {
      this.#check({ ...request, resource: "serviceaccounts", ...account });
      return wanted.groups.length === 0 ? serviceAccountGroups(account.namespace) : undefined;
    }
    const node = isConstrained ? nodeOf(wanted.name) : undefined;
    if (node === undefined) {
      this.#check({ ...request, resource: "users", name: wanted.name });
      return undefined;
    }
    // A node that speaks for itself may be any.
    this.#check({ ...request, resource: "nodes", name: verb.endsWith(":associated-node") ? "*" : node });
    return [systemName.nodes];
  }

  #checkGroups(request: AccessRequest, groups: readonly string[], isConstrained: boolean): void {
    if (isConstrained) {
      if (groups.includes("")) throw forbiddenAccess(request, "impersonating the empty string group is not allowed");
      if (groups.includes(systemName.masters)) {
        const text = "impersonating the system:masters group is not allowed";
        throw forbiddenAccess({ ...request, name: systemName.masters }, text);
      }
      if (groups.length >= manyChecks && this.#isAllowed({ ...request, name: "*" })) return;
    }
    for (const name of groups) this.#check({ ...request, name });
  }

  #checkExtra(request: AccessRequest, { extra }: User, isConstrained: boolean): void {
    const pairs = Object.entries(extra).flatMap(([subresource, names]) => names.map((name) => ({ subresource, name })));
    if (isConstrained) {
      const problem = extraProblem(extra);
      if (problem !== undefined) throw forbiddenAccess(request, problem);
      const isLarge = pairs.length >= manyChecks || Object.keys(extra).length >= manyChecks;
      if (isLarge && this.#isAllowed({ ...request, subresource: "*", name: "*" })) return;
    }
    for (const pair of pairs) this.#check({ ...request, ...pair });
  }

  #check(request: AccessRequest): void {
    const { isAllowed, reason } = this.#authorizer.authorize(request);
    if (!isAllowed) throw forbiddenAccess(request, reason);
  }

  #isAllowed(request: AccessRequest): boolean {
    return this.#authorizer.authorize(request).isAllowed;
  }
}

interface Way {
  /** Absent for the one that is not constrained. */
  readonly mode?: string;
  isFor(wanted: User, user: User): boolean;
}

/** In the order in which they are tried. */
const ways: readonly Way[] = [
  {
    mode: "associated-node",
    isFor: (wanted, user) => {
      const node = isNameOnly(wanted) ? nodeOf(wanted.name) : undefined;
      if (node === undefined || parseServiceAccountUsername(user.name) === undefined) return false;
      const own = user.extra["authentication.kubernetes.io/node-name"] ?? [];
      return own.length === 1 && own[0] === node;
    },
  },
  { mode: "arbitrary-node", isFor: (wanted) => isNameOnly(wanted) && nodeOf(wanted.name) !== undefined },
  {
    mode: "serviceaccount",
    isFor: (wanted) => isNameOnly(wanted) && parseServiceAccountUsername(wanted.name) !== undefined,
  },
  {
    mode: "user-info",
    isFor: ({ name }) => nodeOf(name) === undefined && parseServiceAccountUsername(name) === undefined,
  },
  { isFor: () => true },
];

function isNameOnly({ uid, groups, extra }: User): boolean {
  return uid === "" && groups.length === 0 && Object.keys(extra).length === 0;
}

function nodeOf(username: string): string | undefined {
  const prefix = "system:node:";
  if (!username.startsWith(prefix)) return undefined;
  const name = username.slice(prefix.length);
  return validateDns1123Subdomain(name).length === 0 ? name : undefined;
}
