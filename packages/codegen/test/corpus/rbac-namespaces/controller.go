package controller

// +kubebuilder:rbac:groups=core,resources=pods,verbs=get
// +kubebuilder:rbac:groups=core,resources=secrets,verbs=get,namespace=system
// +kubebuilder:rbac:groups=core,resources=configmaps,verbs=get;list,namespace=system
// +kubebuilder:rbac:groups=core,resources=secrets,verbs=get,namespace=another

func Reconcile() {}
