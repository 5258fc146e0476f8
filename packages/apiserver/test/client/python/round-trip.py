"""Does with the server of the kubeconfig what scripts in Python do, and prints what came of it."""

import json
import sys
import threading

from kubernetes import client, config, dynamic, watch
from kubernetes.client.exceptions import ApiException

NAMESPACE = "python"
GROUP = "python.example.com"


def say(what, value):
    print(what, json.dumps(value, sort_keys=True, default=str), flush=True)


def fails(what, call):
    try:
        call()
        say(what, "did not fail")
    except ApiException as error:
        body = json.loads(error.body) if isinstance(error.body, (str, bytes)) else error.body
        say(what, {"status": error.status, "reason": body.get("reason"), "message": body.get("message")})


class Follower:
    """Collects the events of a watch until there are enough."""

    def __init__(self, count, show, function, *args, **kwargs):
        self.events = []
        self.watch = watch.Watch()
        self.thread = threading.Thread(target=self.follow, args=(count, show, function, args, kwargs))
        self.thread.start()

    def follow(self, count, show, function, args, kwargs):
        for event in self.watch.stream(function, *args, timeout_seconds=20, **kwargs):
            self.events.append([event["type"], show(event["object"])])
            if len(self.events) == count:
                self.watch.stop()

    def all(self):
        self.thread.join()
        return self.events


def config_maps():
    api = client.CoreV1Api()
    version = api.list_namespaced_config_map(NAMESPACE).metadata.resource_version
    follower = Follower(
        3,
        lambda item: [item.metadata.name, item.data],
        api.list_namespaced_config_map,
        NAMESPACE,
        resource_version=version,
    )
    body = client.V1ConfigMap(metadata=client.V1ObjectMeta(name="one", labels={"a": "b"}), data={"x": "1"})
    made = api.create_namespaced_config_map(NAMESPACE, body, field_validation="Strict")
    say("created", [made.api_version, made.kind, made.metadata.name, made.metadata.namespace, made.data])
    fails("created again", lambda: api.create_namespaced_config_map(NAMESPACE, body))
    read = api.read_namespaced_config_map("one", NAMESPACE)
    say("read", [read.metadata.uid == made.metadata.uid, read.metadata.managed_fields[0].manager is not None])
    patched = api.patch_namespaced_config_map("one", NAMESPACE, {"data": {"y": "2"}})
    say("patched", patched.data)
    listed = api.list_namespaced_config_map(NAMESPACE, label_selector="a=b", limit=1)
    say("listed", [[item.metadata.name for item in listed.items], listed.metadata.remaining_item_count])
    read.data = {"late": "yes"}
    fails("replaced late", lambda: api.replace_namespaced_config_map("one", NAMESPACE, read))
    fails("read none", lambda: api.read_namespaced_config_map("none", NAMESPACE))
    deleted = api.delete_namespaced_config_map("one", NAMESPACE)
    say("deleted", [deleted["status"], deleted["details"]["kind"], deleted["details"]["name"]])
    say("followed", follower.all())


def deployments():
    api = client.AppsV1Api()
    labels = {"app": "web"}
    template = client.V1PodTemplateSpec(
        metadata=client.V1ObjectMeta(labels=labels),
        spec=client.V1PodSpec(containers=[client.V1Container(name="main", image="nginx:1")]),
    )
    body = client.V1Deployment(
        metadata=client.V1ObjectMeta(name="web"),
        spec=client.V1DeploymentSpec(selector=client.V1LabelSelector(match_labels=labels), template=template),
    )
    made = api.create_namespaced_deployment(NAMESPACE, body)
    say("created", [made.spec.replicas, made.spec.strategy.to_dict(), made.metadata.generation])
    scale = api.patch_namespaced_deployment_scale("web", NAMESPACE, {"spec": {"replicas": 3}})
    say("scaled", [scale.kind, scale.spec.replicas, scale.status.selector])
    status = {"status": {"replicas": 3, "readyReplicas": 2, "observedGeneration": 2}}
    shown = api.patch_namespaced_deployment_status("web", NAMESPACE, status)
    say("status", [shown.status.ready_replicas, shown.metadata.generation])
    change = {"spec": {"template": {"spec": {"containers": [{"name": "side", "image": "busybox"}]}}}}
    merged = api.patch_namespaced_deployment("web", NAMESPACE, change)
    say("merged", [container.name for container in merged.spec.template.spec.containers])
    fails("wrong", lambda: api.patch_namespaced_deployment("web", NAMESPACE, {"spec": {"selector": None}}))
    say("deleted", api.delete_namespaced_deployment("web", NAMESPACE, propagation_policy="Background")["status"])


def custom_objects():
    extensions = client.ApiextensionsV1Api()
    schema = {
        "type": "object",
        "properties": {
            "spec": {"type": "object", "properties": {"size": {"type": "integer", "minimum": 1, "default": 1}}},
            "status": {"type": "object", "x-kubernetes-preserve-unknown-fields": True},
        },
    }
    definition = {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": f"gadgets.{GROUP}"},
        "spec": {
            "group": GROUP,
            "scope": "Namespaced",
            "names": {"plural": "gadgets", "singular": "gadget", "kind": "Gadget"},
            "versions": [
                {
                    "name": "v1",
                    "served": True,
                    "storage": True,
                    "subresources": {"status": {}},
                    "schema": {"openAPIV3Schema": schema},
                }
            ],
        },
    }
    extensions.create_custom_resource_definition(definition)
    for event in watch.Watch().stream(
        extensions.list_custom_resource_definition,
        field_selector=f"metadata.name=gadgets.{GROUP}",
        timeout_seconds=20,
    ):
        conditions = event["object"].status.conditions or []
        if any(one.type == "Established" and one.status == "True" for one in conditions):
            say("established", event["object"].status.accepted_names.to_dict())
            break

    api = client.CustomObjectsApi()
    place = (GROUP, "v1", NAMESPACE, "gadgets")
    gadget = {"apiVersion": f"{GROUP}/v1", "kind": "Gadget", "metadata": {"name": "one"}, "spec": {}}
    made = api.create_namespaced_custom_object(*place, gadget)
    say("created", [made["spec"], made["metadata"]["generation"]])
    version = api.list_namespaced_custom_object(*place)["metadata"]["resourceVersion"]
    follower = Follower(
        3,
        lambda item: [item["spec"], item.get("status")],
        api.list_namespaced_custom_object,
        *place,
        resource_version=version,
    )
    say("patched", api.patch_namespaced_custom_object(*place, "one", {"spec": {"size": 2}})["spec"])
    say("status", api.patch_namespaced_custom_object_status(*place, "one", {"status": {"a": 1}})["status"])
    fails("wrong", lambda: api.patch_namespaced_custom_object(*place, "one", {"spec": {"size": 0}}))
    say("everywhere", len(api.list_cluster_custom_object(GROUP, "v1", "gadgets")["items"]))
    say("deleted", api.delete_namespaced_custom_object(*place, "one")["status"])
    say("followed", follower.all())

    kinds = dynamic.DynamicClient(client.ApiClient())
    resource = kinds.resources.get(api_version=f"{GROUP}/v1", kind="Gadget")
    gadget["spec"] = {"size": 5}
    applied = resource.server_side_apply(body=gadget, name="one", namespace=NAMESPACE, field_manager="script")
    say("applied", [applied.spec.to_dict(), [entry.operation for entry in applied.metadata.managedFields]])
    say("discovered", [resource.namespaced, resource.verbs, resource.subresources is not None])
    extensions.delete_custom_resource_definition(f"gadgets.{GROUP}")


def main():
    config.load_kube_config()
    say("version", [client.VersionApi().get_code().major, client.VersionApi().get_code().minor])
    client.CoreV1Api().create_namespace(client.V1Namespace(metadata=client.V1ObjectMeta(name=NAMESPACE)))
    say("groups", sorted(group.name for group in client.ApisApi().get_api_versions().groups))
    config_maps()
    deployments()
    custom_objects()
    say("done", sys.argv[1:])


main()
