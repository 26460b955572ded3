import type { OptionValues } from '@tollgate/contract/options';
import { createJsonFilter } from './words-in-json.ts';

/** Searches consecutive texts for words, as if they were one long text. */
export interface WordWatch {
  readonly found: boolean;
  take(text: string): void;
}

export interface WordMatcher {
  occursIn(text: string): boolean;
  /** Whether a string in the JSON text may contain a word: false is certain. Cheaper than parsing it. */
  mayOccurIn(json: Buffer): boolean;
  watch(): WordWatch;
}

/** A state of the automaton: how far the text matches which word. */
interface State {
  readonly next: Map<number, State>;
  /** The next state when no word continues here: the longest suffix of the input that begins another word. */
  fallback: State | undefined;
  /** A word ends in this state or in its fallback. */
  ends: boolean;
}

/**
 * Finds any of a list of words in one pass over a text, however long the list is (Aho and Corasick). Ignores
 * case.
 */
export function createWordMatcher(list: readonly string[]): WordMatcher {
  const words = list.map((word) => word.toLowerCase()).filter(Boolean);
  const root = build(words);
  const mayOccurIn = createJsonFilter(words, searchFor) ?? (() => true);

  return {
    occursIn: searchFor(words, root),
    mayOccurIn,
    watch() {
      let state = root;
      return {
        get found() {
          return state.ends;
        },
        take(text) {
          if (!state.ends) state = walk(state, text, root);
        },
      };
    },
  };
}

/** @param words in small letters */
function searchFor(words: readonly string[], automaton?: State): (text: string) => boolean {
  if (words.length <= MAX_WORDS_FOR_INCLUDES) return (text) => includesAny(text, words);
  const root = automaton ?? build(words);
  return (text) => walk(root, text, root).ends;
}

function walk(from: State, text: string, root: State): State {
  const lower = text.toLowerCase();
  let state = from;
  for (let at = 0; at < lower.length; at += 1) {
    state = step(state, lower.charCodeAt(at), root);
    if (state.ends) return state;
  }
  return state;
}

/** Up to this many words, the built-in string search is faster. */
const MAX_WORDS_FOR_INCLUDES = 16;

function includesAny(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.some((word) => lower.includes(word));
}

/** The words forbidden in prompts; `undefined` when the check is off. */
export function promptWords(options: OptionValues): WordMatcher | undefined {
  return options.CheckSensitiveOnPromptEnabled ? matcherOf(options) : undefined;
}

/** The words forbidden in answers; `undefined` when the check is off. */
export function answerWords(options: OptionValues): WordMatcher | undefined {
  return options.CheckSensitiveOnCompletionEnabled ? matcherOf(options) : undefined;
}

const matchers = new WeakMap<readonly string[], WordMatcher>();

/** One matcher for each list, built when the first call after a change needs it. */
function matcherOf({ CheckSensitiveEnabled, SensitiveWords }: OptionValues): WordMatcher | undefined {
  if (!CheckSensitiveEnabled || SensitiveWords.length === 0) return undefined;
  const existing = matchers.get(SensitiveWords);
  if (existing) return existing;
  const fresh = createWordMatcher(SensitiveWords);
  matchers.set(SensitiveWords, fresh);
  return fresh;
}

function build(words: readonly string[]): State {
  const root = emptyState();
  for (const word of words) {
    let state = root;
    for (let at = 0; at < word.length; at += 1) {
      const code = word.charCodeAt(at);
      const next = state.next.get(code) ?? emptyState();
      state.next.set(code, next);
      state = next;
    }
    state.ends = true;
  }
  linkFallbacks(root);
  return root;
}

/** Breadth first: the fallback of a state is shorter, so it is ready before the state. */
function linkFallbacks(root: State): void {
  const queue: State[] = [root];
  for (const state of queue) {
    for (const [code, next] of state.next) {
      next.fallback = state.fallback ? step(state.fallback, code, root) : root;
      next.ends ||= next.fallback.ends;
      queue.push(next);
    }
  }
}

function step(from: State, code: number, root: State): State {
  for (let state: State | undefined = from; state; state = state.fallback) {
    const next = state.next.get(code);
    if (next) return next;
  }
  return root;
}

function emptyState(): State {
  return { next: new Map(), fallback: undefined, ends: false };
}
