import type { ServiceAccountTokens } from "../../auth/token/service-account-tokens.ts";
import { jsonTextOf } from "../answer/form/json-text.ts";
import type { ServerResponse } from "../exchange.ts";
import { noSuchMethod } from "../request/generic-error.ts";
import type { AllowedExchange } from "./exchange-state.ts";

/** Tells who wants to check tokens of service accounts how; undefined for another path. */
export function serveOpenId(tokens: ServiceAccountTokens, exchange: AllowedExchange): ServerResponse | undefined {
  const { info, request } = exchange;
  const isConfiguration = info.path === "/.well-known/openid-configuration";
  if (!isConfiguration && info.path !== "/openid/v1/jwks") return undefined;
  if (request.method !== "GET") throw noSuchMethod();
  const caching = { "cache-control": "public, max-age=3600" };
  if (isConfiguration) {
    const configuration = {
      issuer: tokens.issuer,
      jwks_uri: `https://${request.headers.host ?? "127.0.0.1:6443"}/openid/v1/jwks`,
      response_types_supported: ["id_token"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: [tokens.key.algorithm],
    };
    return answer({ ...caching, "content-type": "application/json" }, configuration);
  }
  return answer({ ...caching, "content-type": "application/jwk-set+json" }, { keys: [tokens.key.toJwk()] });
}

function answer(headers: Readonly<Record<string, string>>, value: object): ServerResponse {
  return { status: 200, headers, body: jsonTextOf(value) };
}
