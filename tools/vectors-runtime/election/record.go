package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime/debug"
	"sync"
	"time"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/leaderelection"
)

type object = map[string]any

type recording struct {
	Source string          `json:"source"`
	Cases  []*leaseStorage `json:"cases"`
}

// leaseStorage is an API server for one Lease, which notes what is written.
type leaseStorage struct {
	Name string `json:"name"`
	// Before is the spec of the lease that is there; none without.
	Before object `json:"before"`
	// Writes are what is sent: the acquisition, a renewal, the release.
	Writes []write `json:"writes"`

	mutex    sync.Mutex
	lease    object
	revision int
	renewed  chan struct{}
}

type write struct {
	Method string `json:"method"`
	Path   string `json:"path"`
	Body   object `json:"body"`
}

func record(out io.Writer) {
	held := object{
		"holderIdentity": "other", "leaseDurationSeconds": 1, "leaseTransitions": 2,
		"acquireTime": "2020-01-01T00:00:00.000000Z", "renewTime": "2020-01-01T00:00:00.000000Z",
	}
	released := object{
		"holderIdentity": "", "leaseDurationSeconds": 1, "leaseTransitions": 6,
		"acquireTime": "2020-01-01T00:00:00.000000Z", "renewTime": "2020-01-01T00:00:00.000000Z",
	}
	cases := []*leaseStorage{
		{Name: "there is no lease"},
		{Name: "the lease has ended", Before: held},
		{Name: "the lease is released", Before: released},
		{Name: "the lease says nothing", Before: object{}},
	}
	for _, storage := range cases {
		storage.run()
	}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", " ")
	check(encoder.Encode(recording{Source: source(), Cases: cases}))
}

func (s *leaseStorage) run() {
	s.renewed = make(chan struct{}, 100)
	if s.Before != nil {
		s.revision = 1
		s.lease = object{
			"apiVersion": "coordination.k8s.io/v1", "kind": "Lease", "spec": s.Before,
			"metadata": object{"name": "operator", "namespace": "system", "resourceVersion": "1", "labels": object{"a": "1"}},
		}
	}
	server := httptest.NewServer(s)
	defer server.Close()
	config := &rest.Config{Host: server.URL, ContentConfig: rest.ContentConfig{ContentType: "application/json"}}
	candidate, err := elector(config, "system", "operator", "me",
		times{15 * time.Second, 10 * time.Second, 20 * time.Millisecond},
		leaderelection.LeaderCallbacks{OnStartedLeading: func(context.Context) {}, OnStoppedLeading: func() {}})
	check(err)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		<-s.renewed
		<-s.renewed
		cancel()
	}()
	candidate.Run(ctx)
	// Between the first renewal and the release there may be others.
	s.Writes = []write{s.Writes[0], s.Writes[1], s.Writes[len(s.Writes)-1]}
}

func (s *leaseStorage) ServeHTTP(response http.ResponseWriter, request *http.Request) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	response.Header().Set("Content-Type", "application/json")
	if request.Method != http.MethodGet {
		var body object
		check(json.NewDecoder(request.Body).Decode(&body))
		s.Writes = append(s.Writes, write{request.Method, request.URL.Path, body})
		s.revision++
		stored, err := json.Marshal(body)
		check(err)
		s.lease = nil
		check(json.Unmarshal(stored, &s.lease))
		s.lease["metadata"].(object)["resourceVersion"] = fmt.Sprint(s.revision)
		s.renewed <- struct{}{}
	} else if s.lease == nil {
		response.WriteHeader(http.StatusNotFound)
		_ = json.NewEncoder(response).Encode(object{"kind": "Status", "apiVersion": "v1", "status": "Failure", "reason": "NotFound", "code": 404})
		return
	}
	_ = json.NewEncoder(response).Encode(s.lease)
}

func source() string {
	info, _ := debug.ReadBuildInfo()
	for _, module := range info.Deps {
		if module.Path == "k8s.io/client-go" {
			return module.Path + " " + module.Version
		}
	}
	return "unknown"
}
