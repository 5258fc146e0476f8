// Writes what only Go programs can know about the reference: the shape of its types.
package main

import (
	"encoding/json"
	"fmt"
	"os"
)

func main() {
	if err := json.NewEncoder(os.Stdout).Encode(collectTypes()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
