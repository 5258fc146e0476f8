package controller

// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch
// +kubebuilder:rbac:groups="",resources=pods;services,verbs=get
// +kubebuilder:rbac:groups=core,resources=events,verbs=create;patch
// +kubebuilder:rbac:groups=batch;extensions,resources=jobs,verbs=*
// +kubebuilder:rbac:groups=batch,resources=jobs/status,verbs=get;update

func Reconcile() {}
