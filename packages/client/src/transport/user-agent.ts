/** What requests say they come from, when nothing else is configured. */
export const defaultUserAgent: string = "kubewright/0.1.0";
