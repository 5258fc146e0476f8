// +kubebuilder:rbac:groups=core,resources=pods,verbs=get
// +kubebuilder:rbac:groups=core,resources=pods,verbs=get,namespace=system

export function reconcile(): void {}
