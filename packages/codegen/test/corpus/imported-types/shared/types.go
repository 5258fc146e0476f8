package shared

// Endpoint is used by several kinds.
type Endpoint struct {
	// Host of it.
	// +kubebuilder:validation:MinLength=1
	Host string `json:"host"`
	Port Port   `json:"port,omitempty"`
}

// Port is a number.
// +kubebuilder:validation:Minimum=1
// +kubebuilder:validation:Maximum=65535
type Port int32
