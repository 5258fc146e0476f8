// Records what client-go's leader election writes, or takes part in an election.
//
//	election                                  writes the recording to standard output
//	election KUBECONFIG NAMESPACE NAME IDENTITY   runs for a lease, tells on standard output, until standard input ends
package main

import (
	"os"

	"k8s.io/klog/v2"
)

func main() {
	klog.SetOutput(os.Stderr)
	klog.LogToStderr(false)
	if len(os.Args) == 5 {
		takePart(os.Args[1], os.Args[2], os.Args[3], os.Args[4])
		return
	}
	record(os.Stdout)
}
