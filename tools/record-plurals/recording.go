package main

import (
	"log"
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

// askForms asks for a word as it can end a kind: alone, within a longer word, after capitals, in capitals.
func (r recording) askForms(word string) {
	capitals := strings.ToUpper(word)
	for _, kind := range []string{word, capitalized(word), "My" + capitalized(word), "Sub" + word, "QXJ" + capitalized(word), capitals, "QXJ" + capitals} {
		r.ask(kind)
	}
}

// learn finds rules for all answers, and asks more until they hold for words that only share the ending of a rule.
func (r recording) learn() ruleSet {
	for {
		rules := learn(r.answers)
		known := len(r.answers)
		for ending := range rules {
			r.askAround(ending)
		}
		isRight := true
		for word, change := range r.answers {
			isRight = isRight && rules[rules.endingOf(word)] == change
		}
		log.Printf("%d rules from %d answers, then %d more", len(rules), known, len(r.answers)-known)
		if isRight {
			return rules
		}
	}
}

// askAround asks for words that have an ending and any letter before it.
func (r recording) askAround(ending string) {
	switch {
	case strings.HasPrefix(ending, "^") || strings.HasPrefix(ending, "+"):
	case ending != "" && isCapital(ending[0]):
		if ending != strings.ToUpper(ending) {
			r.ask(ending)
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
			r.ask("QXJ" + capitalized(ending))
		}
	}
}
