import type { OptionValues } from '@tollgate/contract/options';

/** Looks for words in one text after another, as if they were one long text. */
export interface WordWatch {
  readonly found: boolean;
  take(text: string): void;
}

export interface WordMatcher {
  occursIn(text: string): boolean;
  watch(): WordWatch;
}

/** A state of the machine: how far into which word the text is. */
interface State {
  readonly next: Map<number, State>;
  /** Where to go on when no word goes on from here: the longest end of what was read that begins another word. */
  fallback: State | undefined;
  /** A word ends here, or within what was read. */
  ends: boolean;
}

/**
 * Finds any of a list of words in one pass over a text, however long the list is (Aho and Corasick). Upper and lower
 * case are the same.
 */
export function createWordMatcher(list: readonly string[]): WordMatcher {
  const words = list.map((word) => word.toLowerCase()).filter(Boolean);
  const root = build(words);

  function walk(from: State, text: string): State {
    const lower = text.toLowerCase();
    let state = from;
    for (let at = 0; at < lower.length; at += 1) {
      state = step(state, lower.charCodeAt(at), root);
      if (state.ends) return state;
    }
    return state;
  }

  return {
    occursIn: (text) => (words.length > FEW ? walk(root, text).ends : includesAny(text, words)),
    watch() {
      let state = root;
      return {
        get found() {
          return state.ends;
        },
        take(text) {
          if (!state.ends) state = walk(state, text);
        },
      };
    },
  };
}

/** So few words are found faster by the search of the language itself. */
const FEW = 16;

function includesAny(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.some((word) => lower.includes(word));
}

/** What prompts may not contain; `undefined` when they may contain anything. */
export function promptWords(options: OptionValues): WordMatcher | undefined {
  return options.CheckSensitiveOnPromptEnabled ? matcherOf(options) : undefined;
}

/** What answers may not contain; `undefined` when they may contain anything. */
export function answerWords(options: OptionValues): WordMatcher | undefined {
  return options.CheckSensitiveOnCompletionEnabled ? matcherOf(options) : undefined;
}

const matchers = new WeakMap<readonly string[], WordMatcher>();

/** One machine for each list: it is built when the first call after a change needs it. */
function matcherOf({ CheckSensitiveEnabled, SensitiveWords }: OptionValues): WordMatcher | undefined {
  if (!CheckSensitiveEnabled || SensitiveWords.length === 0) return undefined;
  const known = matchers.get(SensitiveWords);
  if (known) return known;
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

/** Breadth first: what a state falls back to is shorter, so it is ready before. */
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
