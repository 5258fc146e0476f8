import { jsonEqual } from "@kubewright/api";
import type { CertificateSigningRequest } from "@kubewright/api/certificates/v1";
import { quote } from "@kubewright/api/server";
import type { Authorizer } from "../../auth/authorizer.ts";
import { systemName } from "../../auth/user.ts";
import { organizationsIn } from "../../builtin/validation/cluster/certificate-text.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../../resource/admission-plugin.ts";
import { forbidWrite } from "../forbid-write.ts";

/** Only who may approve for a signer approves or denies. */
export function certificateApproval(authorizer: Authorizer): AdmissionPlugin {
  return {
    name: "CertificateApproval",
    validate(request) {
      if (!isUpdateOf(request, "approval")) return;
      const { signerName } = (request.old as unknown as CertificateSigningRequest).spec;
      if (maySignAs(authorizer, request, "approve", signerName)) return;
      throw forbidWrite(request, `user not permitted to approve requests with signerName ${quote(signerName)}`);
    },
  };
}

/** Only who may sign for a signer writes certificates. */
export function certificateSigning(authorizer: Authorizer): AdmissionPlugin {
  return {
    name: "CertificateSigning",
    validate(request) {
      if (!isUpdateOf(request, "status")) return;
      const old = request.old as unknown as CertificateSigningRequest;
      const { status } = request.object as unknown as CertificateSigningRequest;
      const isSame =
        jsonEqual(status?.certificate, old.status?.certificate) &&
        jsonEqual(status?.conditions, old.status?.conditions);
      if (isSame || maySignAs(authorizer, request, "sign", old.spec.signerName)) return;
      throw forbidWrite(request, `user not permitted to sign requests with signerName ${quote(old.spec.signerName)}`);
    },
  };
}

const clientSigner = "kubernetes.io/kube-apiserver-client";

/** Nobody gets a client certificate for the group that may do everything. */
export const certificateSubjectRestriction: AdmissionPlugin = {
  name: "CertificateSubjectRestriction",
  validate(request) {
    if (!isAbout(request, "") || request.operation !== "CREATE") return;
    const { spec } = request.object as unknown as CertificateSigningRequest;
    if (spec.signerName !== clientSigner || !organizationsIn(spec.request).includes(systemName.masters)) return;
    throw forbidWrite(request, `use of ${clientSigner} signer with ${systemName.masters} group is not allowed`);
  },
};

function isAbout({ resource, subresource }: AdmissionRequest, wanted: string): boolean {
  return (
    subresource === wanted &&
    resource.resource === "certificatesigningrequests" &&
    resource.group === "certificates.k8s.io"
  );
}

function isUpdateOf(request: AdmissionRequest, subresource: string): boolean {
  return isAbout(request, subresource) && request.operation === "UPDATE";
}

function maySignAs(authorizer: Authorizer, { context }: AdmissionRequest, verb: string, signer: string): boolean {
  return [signer, `${signer.split("/")[0]}/*`].some(
    (name) =>
      authorizer.authorize({
        user: context.user,
        verb,
        group: "certificates.k8s.io",
        version: "*",
        resource: "signers",
        name,
      }).isAllowed,
  );
}
