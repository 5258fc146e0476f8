package main

import (
	_ "embed"
	"slices"
	"strings"
)

var (
	//go:embed kinds.txt
	kindList string
	//go:embed nouns.txt
	nounList string
	//go:embed acronyms.txt
	acronymList string
)

// vectorKinds gives kinds that were not looked at for the rules: those of projects, and words and acronyms put together.
func vectorKinds(known []string) []string {
	kinds := append(strings.Fields(kindList), "A", "S", "s", "HTTPSPerson", "APIXPerson", "XAPIPerson", "APIDNSPerson", "DNSAPIPolicy", "CamelCASE", "V1Person", "Person2")
	nouns, acronyms := strings.Fields(nounList), append(strings.Fields(acronymList), known...)
	for i, noun := range nouns {
		word := capitalized(noun)
		second := capitalized(nouns[(i*37+11)%len(nouns)])
		third := capitalized(nouns[(i*53+29)%len(nouns)])
		acronym := acronyms[i%len(acronyms)]
		kinds = append(kinds, noun, word, strings.ToUpper(noun), capitalized(plural(noun)),
			second+word, third+second+word, acronym+word, second+acronym+word, "Multi"+noun)
	}
	for i, acronym := range acronyms {
		word := capitalized(nouns[(i*41+7)%len(nouns)])
		asWord := capitalized(strings.ToLower(acronym))
		kinds = append(kinds, acronym, word+acronym, acronyms[(i+1)%len(acronyms)]+acronym, acronym+"s", word+acronym+"s",
			asWord, word+asWord, asWord+word, acronym+"Person", word+acronym+"Policy")
	}
	slices.Sort(kinds)
	return slices.Compact(kinds)
}
