// +kubebuilder:rbac:groups=*,resources=*,verbs=*
// +kubebuilder:rbac:groups="*",resources=pods,verbs=get
// +kubebuilder:rbac:groups=core,resources=*,verbs=list

export function reconcile(): void {}
