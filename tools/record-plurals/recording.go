package main

import (
	"log"
	"maps"
	"slices"
	"strings"
)

// recording has what becomes of the last words of the kinds that were asked about.
type recording struct {
	acronyms map[string]bool
	answers  map[string]change
}

func (r recording) ask(kind string) {
	word, change := lastWord(kind, r.acronyms), changeOf(kind, plural(kind))
	if before, isKnown := r.answers[word]; isKnown && before != change {
		log.Fatalf("%s: %v, and %v elsewhere", kind, change, before)
	}
	r.answers[word] = change
}

// askForms asks for a word as it can end a kind: alone, after another, within a longer one, after capitals, in capitals.
func (r recording) askForms(word string) {
	capital, capitals := capitalized(word), strings.ToUpper(word)
	for _, kind := range []string{word, capital, "My" + capital, "Sub" + word, "QXJ" + capital, capitals, "My" + capitals, "QXJ" + capitals} {
		r.ask(kind)
	}
}

// learn finds rules that hold for all answers: it begins with some of them, adds those that the rules get wrong,
// and asks for words that only share the ending of a rule.
func (r recording) learn() ruleSet {
	lesson := map[string]change{}
	for i, word := range slices.Sorted(maps.Keys(r.answers)) {
		if i%20 == 0 {
			lesson[word] = r.answers[word]
		}
	}
	for {
		rules := learn(lesson)
		for ending := range rules {
			r.askAround(ending)
		}
		known := len(lesson)
		for word, change := range r.answers {
			if rules[rules.endingOf(word)] != change {
				lesson[word] = change
			}
		}
		log.Printf("%d rules from %d answers, %d others are wrong", len(rules), known, len(lesson)-known)
		if len(lesson) == known {
			return rules
		}
	}
}

// askAround asks for words that have an ending and any letter before it.
func (r recording) askAround(ending string) {
	switch {
	case ending != "" && strings.Contains("=^+", ending[:1]):
	case ending != "" && isCapital(ending[0]):
		if ending != strings.ToUpper(ending) {
			r.ask(ending)
			r.ask("My" + ending)
			r.ask("QXJ" + ending)
			return
		}
		for letter := 'A'; letter <= 'Z'; letter++ {
			r.ask("QJ" + string(letter) + ending)
		}
	default:
		for letter := 'a'; letter <= 'z'; letter++ {
			r.ask("Qu" + string(letter) + ending)
			r.ask(string(letter-'a'+'A') + ending)
			r.ask("QXJ" + string(letter-'a'+'A') + ending)
		}
		if ending != "" {
			r.ask(capitalized(ending))
			r.ask("My" + capitalized(ending))
			r.ask("QXJ" + capitalized(ending))
		}
	}
}
