package main

import (
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"
)

// change is what makes a plural: the last letters that go and what comes in their place.
type change struct {
	strip  int
	append string
}

func changeOf(kind string, plural string) change {
	small := strings.ToLower(kind)
	same := 0
	for same < len(small) && same < len(plural) && small[same] == plural[same] {
		same++
	}
	return change{len(small) - same, plural[same:]}
}

func (c change) apply(kind string) string {
	return strings.ToLower(kind[:max(0, len(kind)-c.strip)]) + c.append
}

// ruleSet has a change for endings of words; the longest ending that a word has decides.
type ruleSet map[string]change

// endingOf gives the rule's ending that decides.
func (r ruleSet) endingOf(word string) string {
	for i := range len(word) {
		if _, isRule := r[word[i:]]; isRule {
			return word[i:]
		}
	}
	return ""
}

// byChange gives the endings of each change, separated by spaces.
func (r ruleSet) byChange() map[string]string {
	endings := map[string][]string{}
	for _, ending := range slices.Sorted(maps.Keys(r)) {
		name := fmt.Sprintf("%d%s", r[ending].strip, r[ending].append)
		endings[name] = append(endings[name], ending)
	}
	result := map[string]string{}
	for name, list := range endings {
		result[name] = strings.Join(list, " ")
	}
	return result
}

// node is an ending of words, with the changes that need the fewest rules below it.
type node struct {
	ending   string
	best     map[change]int
	children []*node
}

// learn finds the fewest rules that give every answer.
func learn(answers map[string]change) ruleSet {
	words := slices.Collect(maps.Keys(answers))
	reversed := make(map[string]string, len(words))
	for _, word := range words {
		letters := []byte(word)
		slices.Reverse(letters)
		reversed[word] = string(letters)
	}
	sort.Slice(words, func(i, j int) bool { return reversed[words[i]] < reversed[words[j]] })
	rules := ruleSet{}
	root := grow(words, 0, answers)
	rules[""] = favourite(root.best)
	root.settle(rules[""], rules)
	return rules
}

// grow makes the node of words that have their last letters in common. No word ends another: each begins with a mark.
func grow(words []string, letters int, answers map[string]change) *node {
	first := words[0]
	result := &node{ending: first[len(first)-letters:]}
	if len(words) == 1 {
		result.best = map[change]int{answers[first]: 1}
		return result
	}
	wanted := map[change]int{}
	for start := 0; start < len(words); {
		end := start + 1
		for end < len(words) && letterAt(words[end], letters) == letterAt(words[start], letters) {
			end++
		}
		child := grow(words[start:end], letters+1, answers)
		for change := range child.best {
			wanted[change]++
		}
		result.children = append(result.children, child)
		start = end
	}
	most := slices.Max(slices.Collect(maps.Values(wanted)))
	result.best = map[change]int{}
	for change, count := range wanted {
		if count < most {
			continue
		}
		for _, child := range result.children {
			result.best[change] += child.best[change]
		}
	}
	return result
}

// settle writes a rule where the change that holds above is not one of the best.
func (n *node) settle(above change, rules ruleSet) {
	for _, child := range n.children {
		holds := above
		if child.best[above] == 0 {
			holds = favourite(child.best)
			rules[child.ending] = holds
		}
		child.settle(holds, rules)
	}
}

// favourite is the change that most words want.
func favourite(best map[change]int) change {
	changes := slices.SortedFunc(maps.Keys(best), func(a, b change) int {
		if best[a] != best[b] {
			return best[b] - best[a]
		}
		return strings.Compare(fmt.Sprint(a), fmt.Sprint(b))
	})
	return changes[0]
}

func letterAt(word string, fromEnd int) byte {
	return word[len(word)-1-fromEnd]
}
