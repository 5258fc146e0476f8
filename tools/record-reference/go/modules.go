package main

import (
	"encoding/json"
	"os/exec"
)

// moduleFolder gives where the sources of a module are, at the version of the reference.
func moduleFolder(path string) string {
	version := "v0.36.3"
	if path == "k8s.io/kubernetes" {
		version = "v1.36.3"
	}
	output, err := exec.Command("go", "mod", "download", "-json", path+"@"+version).Output()
	if err != nil {
		panic(err)
	}
	var module struct{ Dir string }
	if err := json.Unmarshal(output, &module); err != nil {
		panic(err)
	}
	return module.Dir
}
