package controller

// +kubebuilder:rbac:groups=core,resources=configmaps,resourceNames=one;two,verbs=get;update
// +kubebuilder:rbac:groups=core,resources=configmaps,resourceNames=three,verbs=get
// +kubebuilder:rbac:groups=core,resources=configmaps,verbs=create
// +kubebuilder:rbac:groups=core,resources=configmaps,resourceNames=two;one,verbs=delete

func Reconcile() {}
