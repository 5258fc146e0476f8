import { authorizationCases } from "./access/authorization.ts";
import { badRequestCases } from "./access/bad-request.ts";
import type { ContractCase } from "./contract-case.ts";
import { customResourceCases } from "./extension/custom-resource.ts";
import { discoveryCases } from "./extension/discovery.ts";
import { statusCases } from "./extension/status.ts";
import { subresourceCases } from "./extension/subresource.ts";
import { getCases } from "./read/get.ts";
import { listCases } from "./read/list.ts";
import { metadataOnlyCases } from "./read/metadata-only.ts";
import { pagingCases } from "./read/paging.ts";
import { selectorCases } from "./read/selector.ts";
import { watchCases } from "./read/watch.ts";
import { wireFormCases } from "./read/wire-form.ts";
import { applyCases } from "./write/apply.ts";
import { createCases } from "./write/create.ts";
import { deleteCases } from "./write/delete.ts";
import { dryRunCases } from "./write/dry-run.ts";
import { fidelityCases } from "./write/fidelity.ts";
import { fieldValidationCases } from "./write/field-validation.ts";
import { patchCases } from "./write/patch.ts";
import { strategicPatchCases } from "./write/strategic-patch.ts";
import { updateCases } from "./write/update.ts";

/**
 * What any API server does, as its clients see it. Texts are those of the reference version.
 *
 * The server may be shared with others; cases leave their namespaces behind, since a server without controllers cannot delete any.
 */
export function apiServerContract(): ContractCase[] {
  return [
    ...createCases,
    ...updateCases,
    ...patchCases,
    ...strategicPatchCases,
    ...applyCases,
    ...deleteCases,
    ...dryRunCases,
    ...fieldValidationCases,
    ...fidelityCases,
    ...getCases,
    ...listCases,
    ...pagingCases,
    ...selectorCases,
    ...watchCases,
    ...metadataOnlyCases,
    ...wireFormCases,
    ...customResourceCases,
    ...statusCases,
    ...subresourceCases,
    ...discoveryCases,
    ...authorizationCases,
    ...badRequestCases,
  ];
}
