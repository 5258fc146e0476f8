package controller

// +kubebuilder:rbac:groups=a.example.com;b.example.com,resources=things,verbs=get
// +kubebuilder:rbac:groups=c.example.com,resources=things,verbs=get
// +kubebuilder:rbac:groups=c.example.com,resources=others,verbs=get
// +kubebuilder:rbac:groups="",resources=secrets,verbs=get
// +kubebuilder:rbac:groups=core;apps,resources=secrets,verbs=get

func Reconcile() {}
