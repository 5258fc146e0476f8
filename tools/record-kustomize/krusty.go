package main

// Only its sources are read.
import _ "sigs.k8s.io/kustomize/api/konfig"
