/** The annotation that says which generator wrote a manifest, as tools that compare versions look for it. */
export const toolVersionAnnotation = "controller-gen.kubebuilder.io/version";
/** Its value. */
export const toolVersion = "kubewright-0.1.0";
