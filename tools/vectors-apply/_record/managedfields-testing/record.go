package testing

import (
	"encoding/json"
	"time"

	"k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/managedfields"
	"k8s.io/apimachinery/pkg/util/managedfields/internal"
	"sigs.k8s.io/structured-merge-diff/v6/value"
)

type recordedManager struct {
	converter   managedfields.TypeConverter
	gvk         schema.GroupVersionKind
	subresource string
	isChained   bool
}

var recordedManagers = map[*TestFieldManagerImpl]recordedManager{}

func NewTestFieldManagerImpl(converter managedfields.TypeConverter, gvk schema.GroupVersionKind, subresource string, chain func(internal.Manager) internal.Manager) *TestFieldManagerImpl {
	f := newTestFieldManagerUnrecorded(converter, gvk, subresource, chain)
	recordedManagers[f] = recordedManager{converter, gvk, subresource, chain != nil}
	return f
}

func (f *TestFieldManagerImpl) row(object runtime.Object, manager string) map[string]any {
	m := recordedManagers[f]
	internal.RecordedNow = internal.RecordedNow.Add(time.Minute)
	row := map[string]any{
		"now":        internal.RecordedNow.Format(time.RFC3339),
		"apiVersion": m.gvk.GroupVersion().String(), "objectKind": m.gvk.Kind, "subresource": m.subresource,
		"isChained": m.isChained, "manager": manager, "live": encode(f.liveObj), "object": encode(object),
	}
	if typed, err := m.converter.ObjectToTyped(f.emptyObj); err == nil {

		row["type"] = value.RecordedType(typed.Schema(), typed.TypeRef())
	}
	return row
}

func (f *TestFieldManagerImpl) finish(kind string, row map[string]any, err error) {
	if status, ok := err.(*errors.StatusError); ok {
		row["status"] = status.ErrStatus
	} else if err != nil {
		row["error"] = err.Error()
	} else {
		row["result"] = encode(f.liveObj)
	}
	value.Record(kind, row)
}

func encode(object runtime.Object) json.RawMessage {
	text, err := json.Marshal(object)
	if err != nil {
		panic(err)
	}
	return text
}

func (f *TestFieldManagerImpl) Apply(obj runtime.Object, manager string, force bool) error {
	row := f.row(obj, manager)
	row["force"] = force
	leave := value.EnterRecorded()
	err := f.applyUnrecorded(obj, manager, force)
	leave()
	f.finish("managedApply", row, err)
	return err
}

func (f *TestFieldManagerImpl) Update(obj runtime.Object, manager string) error {
	row := f.row(obj, manager)
	leave := value.EnterRecorded()
	err := f.updateUnrecorded(obj, manager)
	leave()
	f.finish("managedUpdate", row, err)
	return err
}
