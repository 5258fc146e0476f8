// +kubebuilder:rbac:groups=core,resources=pods,verbs=get
// +kubebuilder:rbac:groups=core,resources=pods,verbs=list,roleName=reader
// +kubebuilder:rbac:groups=core,resources=secrets,verbs=get,namespace=system,roleName=secret-reader
// +kubebuilder:rbac:groups=core,resources=pods,verbs=watch,roleName=a-first

export function reconcile(): void {}
