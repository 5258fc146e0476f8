import { defineKind, type KubeObject } from "@kubewright/api";

// +kubebuilder:object:root=true
export interface Registry extends KubeObject {}
export const Registry = defineKind<Registry>({ group: "plurals.example.com", version: "v1", kind: "Registry" });

// +kubebuilder:object:root=true
export interface Bus extends KubeObject {}
export const Bus = defineKind<Bus>({ group: "plurals.example.com", version: "v1", kind: "Bus" });

// +kubebuilder:object:root=true
export interface Policy extends KubeObject {}
export const Policy = defineKind<Policy>({ group: "plurals.example.com", version: "v1", kind: "Policy" });

// +kubebuilder:object:root=true
export interface Box extends KubeObject {}
export const Box = defineKind<Box>({ group: "plurals.example.com", version: "v1", kind: "Box" });

// +kubebuilder:object:root=true
export interface Church extends KubeObject {}
export const Church = defineKind<Church>({ group: "plurals.example.com", version: "v1", kind: "Church" });

// +kubebuilder:object:root=true
export interface Child extends KubeObject {}
export const Child = defineKind<Child>({ group: "plurals.example.com", version: "v1", kind: "Child" });

// +kubebuilder:object:root=true
export interface Person extends KubeObject {}
export const Person = defineKind<Person>({ group: "plurals.example.com", version: "v1", kind: "Person" });

// +kubebuilder:object:root=true
export interface Mouse extends KubeObject {}
export const Mouse = defineKind<Mouse>({ group: "plurals.example.com", version: "v1", kind: "Mouse" });

// +kubebuilder:object:root=true
export interface Ox extends KubeObject {}
export const Ox = defineKind<Ox>({ group: "plurals.example.com", version: "v1", kind: "Ox" });

// +kubebuilder:object:root=true
export interface Datum extends KubeObject {}
export const Datum = defineKind<Datum>({ group: "plurals.example.com", version: "v1", kind: "Datum" });

// +kubebuilder:object:root=true
export interface Index extends KubeObject {}
export const Index = defineKind<Index>({ group: "plurals.example.com", version: "v1", kind: "Index" });

// +kubebuilder:object:root=true
export interface Analysis extends KubeObject {}
export const Analysis = defineKind<Analysis>({ group: "plurals.example.com", version: "v1", kind: "Analysis" });

// +kubebuilder:object:root=true
export interface Status extends KubeObject {}
export const Status = defineKind<Status>({ group: "plurals.example.com", version: "v1", kind: "Status" });

// +kubebuilder:object:root=true
export interface Quiz extends KubeObject {}
export const Quiz = defineKind<Quiz>({ group: "plurals.example.com", version: "v1", kind: "Quiz" });

// +kubebuilder:object:root=true
export interface Leaf extends KubeObject {}
export const Leaf = defineKind<Leaf>({ group: "plurals.example.com", version: "v1", kind: "Leaf" });

// +kubebuilder:object:root=true
export interface Hero extends KubeObject {}
export const Hero = defineKind<Hero>({ group: "plurals.example.com", version: "v1", kind: "Hero" });

// +kubebuilder:object:root=true
export interface Photo extends KubeObject {}
export const Photo = defineKind<Photo>({ group: "plurals.example.com", version: "v1", kind: "Photo" });

// +kubebuilder:object:root=true
export interface Sheep extends KubeObject {}
export const Sheep = defineKind<Sheep>({ group: "plurals.example.com", version: "v1", kind: "Sheep" });

// +kubebuilder:object:root=true
export interface Series extends KubeObject {}
export const Series = defineKind<Series>({ group: "plurals.example.com", version: "v1", kind: "Series" });

// +kubebuilder:object:root=true
export interface News extends KubeObject {}
export const News = defineKind<News>({ group: "plurals.example.com", version: "v1", kind: "News" });

// +kubebuilder:object:root=true
export interface Day extends KubeObject {}
export const Day = defineKind<Day>({ group: "plurals.example.com", version: "v1", kind: "Day" });

// +kubebuilder:object:root=true
export interface Wish extends KubeObject {}
export const Wish = defineKind<Wish>({ group: "plurals.example.com", version: "v1", kind: "Wish" });

// +kubebuilder:object:root=true
export interface Kubernetes extends KubeObject {}
export const Kubernetes = defineKind<Kubernetes>({ group: "plurals.example.com", version: "v1", kind: "Kubernetes" });

// +kubebuilder:object:root=true
export interface Process extends KubeObject {}
export const Process = defineKind<Process>({ group: "plurals.example.com", version: "v1", kind: "Process" });

// +kubebuilder:object:root=true
export interface DNSEntry extends KubeObject {}
export const DNSEntry = defineKind<DNSEntry>({ group: "plurals.example.com", version: "v1", kind: "DNSEntry" });

// +kubebuilder:object:root=true
export interface APIKey extends KubeObject {}
export const APIKey = defineKind<APIKey>({ group: "plurals.example.com", version: "v1", kind: "APIKey" });

// +kubebuilder:object:root=true
export interface Memcached extends KubeObject {}
export const Memcached = defineKind<Memcached>({ group: "plurals.example.com", version: "v1", kind: "Memcached" });

// +kubebuilder:object:root=true
export interface Redis extends KubeObject {}
export const Redis = defineKind<Redis>({ group: "plurals.example.com", version: "v1", kind: "Redis" });

// +kubebuilder:object:root=true
export interface Kafka extends KubeObject {}
export const Kafka = defineKind<Kafka>({ group: "plurals.example.com", version: "v1", kind: "Kafka" });

// +kubebuilder:object:root=true
export interface PostgreSQL extends KubeObject {}
export const PostgreSQL = defineKind<PostgreSQL>({ group: "plurals.example.com", version: "v1", kind: "PostgreSQL" });

// +kubebuilder:object:root=true
export interface Ingress extends KubeObject {}
export const Ingress = defineKind<Ingress>({ group: "plurals.example.com", version: "v1", kind: "Ingress" });

// +kubebuilder:object:root=true
export interface Gateway extends KubeObject {}
export const Gateway = defineKind<Gateway>({ group: "plurals.example.com", version: "v1", kind: "Gateway" });

// +kubebuilder:object:root=true
export interface Topology extends KubeObject {}
export const Topology = defineKind<Topology>({ group: "plurals.example.com", version: "v1", kind: "Topology" });

// +kubebuilder:object:root=true
export interface Class extends KubeObject {}
export const Class = defineKind<Class>({ group: "plurals.example.com", version: "v1", kind: "Class" });

// +kubebuilder:object:root=true
export interface House extends KubeObject {}
export const House = defineKind<House>({ group: "plurals.example.com", version: "v1", kind: "House" });

// +kubebuilder:object:root=true
export interface Database extends KubeObject {}
export const Database = defineKind<Database>({ group: "plurals.example.com", version: "v1", kind: "Database" });

// +kubebuilder:object:root=true
export interface Matrix extends KubeObject {}
export const Matrix = defineKind<Matrix>({ group: "plurals.example.com", version: "v1", kind: "Matrix" });

// +kubebuilder:object:root=true
export interface Criterion extends KubeObject {}
export const Criterion = defineKind<Criterion>({ group: "plurals.example.com", version: "v1", kind: "Criterion" });

// +kubebuilder:object:root=true
export interface Virus extends KubeObject {}
export const Virus = defineKind<Virus>({ group: "plurals.example.com", version: "v1", kind: "Virus" });

// +kubebuilder:object:root=true
export interface Octopus extends KubeObject {}
export const Octopus = defineKind<Octopus>({ group: "plurals.example.com", version: "v1", kind: "Octopus" });

// +kubebuilder:object:root=true
export interface Wife extends KubeObject {}
export const Wife = defineKind<Wife>({ group: "plurals.example.com", version: "v1", kind: "Wife" });

// +kubebuilder:object:root=true
export interface Thief extends KubeObject {}
export const Thief = defineKind<Thief>({ group: "plurals.example.com", version: "v1", kind: "Thief" });

// +kubebuilder:object:root=true
export interface Roof extends KubeObject {}
export const Roof = defineKind<Roof>({ group: "plurals.example.com", version: "v1", kind: "Roof" });

// +kubebuilder:object:root=true
export interface Tomato extends KubeObject {}
export const Tomato = defineKind<Tomato>({ group: "plurals.example.com", version: "v1", kind: "Tomato" });

// +kubebuilder:object:root=true
export interface Volcano extends KubeObject {}
export const Volcano = defineKind<Volcano>({ group: "plurals.example.com", version: "v1", kind: "Volcano" });

// +kubebuilder:object:root=true
export interface Zoo extends KubeObject {}
export const Zoo = defineKind<Zoo>({ group: "plurals.example.com", version: "v1", kind: "Zoo" });

// +kubebuilder:object:root=true
export interface Man extends KubeObject {}
export const Man = defineKind<Man>({ group: "plurals.example.com", version: "v1", kind: "Man" });

// +kubebuilder:object:root=true
export interface Foot extends KubeObject {}
export const Foot = defineKind<Foot>({ group: "plurals.example.com", version: "v1", kind: "Foot" });

// +kubebuilder:object:root=true
export interface Tooth extends KubeObject {}
export const Tooth = defineKind<Tooth>({ group: "plurals.example.com", version: "v1", kind: "Tooth" });

// +kubebuilder:object:root=true
export interface Goose extends KubeObject {}
export const Goose = defineKind<Goose>({ group: "plurals.example.com", version: "v1", kind: "Goose" });

// +kubebuilder:object:root=true
export interface Aircraft extends KubeObject {}
export const Aircraft = defineKind<Aircraft>({ group: "plurals.example.com", version: "v1", kind: "Aircraft" });

// +kubebuilder:object:root=true
export interface Equipment extends KubeObject {}
export const Equipment = defineKind<Equipment>({ group: "plurals.example.com", version: "v1", kind: "Equipment" });

// +kubebuilder:object:root=true
export interface Information extends KubeObject {}
export const Information = defineKind<Information>({
  group: "plurals.example.com",
  version: "v1",
  kind: "Information",
});

// +kubebuilder:object:root=true
export interface Fish extends KubeObject {}
export const Fish = defineKind<Fish>({ group: "plurals.example.com", version: "v1", kind: "Fish" });

// +kubebuilder:object:root=true
export interface Deer extends KubeObject {}
export const Deer = defineKind<Deer>({ group: "plurals.example.com", version: "v1", kind: "Deer" });

// +kubebuilder:object:root=true
export interface Species extends KubeObject {}
export const Species = defineKind<Species>({ group: "plurals.example.com", version: "v1", kind: "Species" });

// +kubebuilder:object:root=true
export interface Money extends KubeObject {}
export const Money = defineKind<Money>({ group: "plurals.example.com", version: "v1", kind: "Money" });

// +kubebuilder:object:root=true
export interface Rice extends KubeObject {}
export const Rice = defineKind<Rice>({ group: "plurals.example.com", version: "v1", kind: "Rice" });
