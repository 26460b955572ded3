import { type CompositionEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';

/** How long a person who stops typing waits for the result. */
export const TYPING_PAUSE_MS = 300;

/**
 * The text of a search field. A pause in typing searches, as do Enter and leaving the field; a composition of
 * an input method never does. `value` is the last search: a change from elsewhere replaces the text. A search
 * that goes on from one of the same visit to the field is refined: going back undoes both.
 */
export function useTypedSearch(value: string, onSearch: (text: string, isRefined?: boolean) => void) {
  const [text, setText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  const [sent, setSent] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hasSearched = useRef(false);
  const isInComposition = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (lastValue !== value) {
    setLastValue(value);
    if (value !== sent) {
      setSent(undefined);
      setText(value);
    }
  }

  const latest = useRef({ value, onSearch });
  useEffect(() => {
    latest.current = { value, onSearch };
  });

  function search(next: string) {
    clearTimeout(timer.current);
    const wanted = next.trim();
    if (wanted === latest.current.value) return;
    setSent(wanted);
    latest.current.onSearch(wanted, hasSearched.current);
    hasSearched.current = true;
  }

  function leave(next: string) {
    search(next);
    hasSearched.current = false;
  }

  function type(next: string) {
    setText(next);
    clearTimeout(timer.current);
    if (!isInComposition.current) timer.current = setTimeout(search, TYPING_PAUSE_MS, next);
  }

  /** Back to the text of the last search. */
  function restore() {
    clearTimeout(timer.current);
    hasSearched.current = false;
    setText(value);
  }

  const composition = {
    onCompositionStart() {
      isInComposition.current = true;
      clearTimeout(timer.current);
    },
    onCompositionEnd({ currentTarget }: CompositionEvent<HTMLInputElement>) {
      isInComposition.current = false;
      type(currentTarget.value);
    },
  };
  return { text, type, search, leave, restore, composition };
}

/** Whether a key belongs to an input method. Safari ends the composition before the key, and marks it by 229. */
export function isComposing({ nativeEvent, keyCode }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || keyCode === 229;
}

export function isEnter(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && !isComposing(event);
}
