// +kubebuilder:rbac:urls=/healthz;/metrics,verbs=get
// +kubebuilder:rbac:urls="/version",verbs=get
// +kubebuilder:rbac:urls=/logs/*,verbs=get;post
// +kubebuilder:rbac:groups=core,resources=pods,verbs=get

export function reconcile(): void {}
