package main

import (
	"context"

	authenticationv1 "k8s.io/api/authentication/v1"
	authorizationv1 "k8s.io/api/authorization/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/scheme"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/record"
	"k8s.io/client-go/tools/reference"
)

// actions does what is more than reading and writing.
func actions(ctx context.Context, config *rest.Config, clients *kubernetes.Clientset) {
	accounts := clients.CoreV1().ServiceAccounts(namespace)
	must(accounts.Create(ctx, &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Name: "robot"}}, metav1.CreateOptions{}))
	role := &rbacv1.Role{
		ObjectMeta: metav1.ObjectMeta{Name: "reader"},
		Rules:      []rbacv1.PolicyRule{{APIGroups: []string{""}, Resources: []string{"pods"}, Verbs: []string{"list"}}},
	}
	must(clients.RbacV1().Roles(namespace).Create(ctx, role, metav1.CreateOptions{}))
	binding := &rbacv1.RoleBinding{
		ObjectMeta: metav1.ObjectMeta{Name: "reader"},
		RoleRef:    rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "Role", Name: "reader"},
		Subjects:   []rbacv1.Subject{{Kind: "ServiceAccount", Name: "robot", Namespace: namespace}},
	}
	must(clients.RbacV1().RoleBindings(namespace).Create(ctx, binding, metav1.CreateOptions{}))
	token := must(accounts.CreateToken(ctx, "robot", &authenticationv1.TokenRequest{}, metav1.CreateOptions{})).Status.Token
	asRobot := rest.AnonymousClientConfig(config)
	asRobot.BearerToken = token
	robot := must(kubernetes.NewForConfig(asRobot))
	say("pods of the robot", len(must(robot.CoreV1().Pods(namespace).List(ctx, metav1.ListOptions{})).Items))
	_, err := robot.CoreV1().Secrets(namespace).List(ctx, metav1.ListOptions{})
	refused("secrets of the robot", err)
	review := &authorizationv1.SelfSubjectAccessReview{Spec: authorizationv1.SelfSubjectAccessReviewSpec{
		ResourceAttributes: &authorizationv1.ResourceAttributes{Namespace: namespace, Verb: "list", Resource: "pods"},
	}}
	say("may", must(robot.AuthorizationV1().SelfSubjectAccessReviews().Create(ctx, review, metav1.CreateOptions{})).Status)
	who := must(robot.AuthenticationV1().SelfSubjectReviews().Create(ctx, &authenticationv1.SelfSubjectReview{}, metav1.CreateOptions{}))
	say("is", who.Status.UserInfo.Username, who.Status.UserInfo.Groups)
	anonymous := must(kubernetes.NewForConfig(rest.AnonymousClientConfig(config)))
	_, err = anonymous.CoreV1().Pods(namespace).List(ctx, metav1.ListOptions{})
	refused("pods of anyone", err)

	pods := clients.CoreV1().Pods(namespace)
	pod := &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{Name: "lone"},
		Spec:       corev1.PodSpec{Containers: []corev1.Container{{Name: "main", Image: "nginx:1"}}},
	}
	made := must(pods.Create(ctx, pod, metav1.CreateOptions{}))
	check(pods.Bind(ctx, &corev1.Binding{ObjectMeta: metav1.ObjectMeta{Name: "lone"}, Target: corev1.ObjectReference{Kind: "Node", Name: "somewhere"}}, metav1.CreateOptions{}))
	say("bound", must(pods.Get(ctx, "lone", metav1.GetOptions{})).Spec.NodeName)

	events := clients.CoreV1().Events(namespace)
	watching := must(events.Watch(ctx, metav1.ListOptions{}))
	broadcaster := record.NewBroadcaster(record.WithContext(ctx))
	broadcaster.StartRecordingToSink(&typedcorev1.EventSinkImpl{Interface: events})
	recorder := broadcaster.NewRecorder(scheme.Scheme, corev1.EventSource{Component: "round-trip"})
	about := must(reference.GetReference(scheme.Scheme, made))
	for range 2 {
		recorder.Event(about, corev1.EventTypeNormal, "Seen", "it was seen")
		event := (<-watching.ResultChan())
		recorded := event.Object.(*corev1.Event)
		say("event", event.Type, recorded.Reason, recorded.Count, recorded.Source, recorded.InvolvedObject.Kind)
	}
	watching.Stop()
	broadcaster.Shutdown()

	check(pods.EvictV1(ctx, &policyv1.Eviction{ObjectMeta: metav1.ObjectMeta{Name: "lone"}}))
	evicted := must(pods.Get(ctx, "lone", metav1.GetOptions{}))
	say("evicted", evicted.DeletionTimestamp != nil, evicted.DeletionGracePeriodSeconds)
	now := int64(0)
	check(pods.Delete(ctx, "lone", metav1.DeleteOptions{GracePeriodSeconds: &now}))
	_, err = pods.GetLogs("lone", &corev1.PodLogOptions{}).DoRaw(ctx)
	refused("logs", err)
}
