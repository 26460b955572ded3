import { Input } from '@arco-design/web-react';
import { IconSearch } from '@arco-design/web-react/icon';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { isShortcut } from '../data-table/use-row-keys.ts';
import { MAX_SEARCH } from './max-search.ts';
import { isComposing, isEnter, useTypedSearch } from './use-typed-search.ts';

export interface SearchInputProps {
  value: string;
  placeholder: string;
  /** Runs after a pause in typing, on Enter, on blur and on clearing. */
  onSearch: (text: string, isRefined?: boolean) => void;
  /** Also runs on every key, for searches within the page. */
  onType?: ((text: string) => void) | undefined;
  /** Why the text is not a valid search. */
  problem?: string | undefined;
}

/** The text filter of a list. The `/` key focuses it. Esc leaves it with the text of the last search. */
export function SearchInput({ value, placeholder, onSearch, onType, problem }: SearchInputProps) {
  const problemId = useId();
  const wrapper = useRef<HTMLDivElement>(null);
  const isLeaving = useRef(false);
  const typed = useTypedSearch(value, onSearch);
  useSlashKey(() => wrapper.current?.querySelector('input')?.focus());

  function type(next: string) {
    typed.type(next);
    onType?.(next);
  }

  function leave(event: KeyboardEvent<HTMLInputElement>) {
    event.preventDefault(); // The browser would empty the field.
    isLeaving.current = true;
    typed.restore();
    onType?.(value);
    event.currentTarget.blur();
  }

  return (
    <div ref={wrapper} className="tg-search" data-part="search">
      <Input
        allowClear
        type="search"
        maxLength={MAX_SEARCH}
        prefix={<IconSearch aria-hidden />}
        aria-label={placeholder}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? problemId : undefined}
        error={Boolean(problem)}
        placeholder={placeholder}
        value={typed.text}
        onChange={type}
        onBlur={() => {
          if (!isLeaving.current) typed.leave(typed.text);
          isLeaving.current = false;
        }}
        onClear={() => typed.search('')}
        onKeyDown={(event) => {
          if (isEnter(event)) typed.search(typed.text);
          if (event.key === 'Escape' && !isComposing(event)) leave(event);
        }}
        {...typed.composition}
      />
      {problem && (
        <p id={problemId} className="tg-search-problem">
          {problem}
        </p>
      )}
    </div>
  );
}

function useSlashKey(focus: () => void): void {
  const latest = useRef(focus);
  useEffect(() => {
    latest.current = focus;
  });
  useEffect(() => {
    function onKeyDown(event: globalThis.KeyboardEvent) {
      if (event.key !== '/' || !isShortcut(event)) return;
      event.preventDefault();
      latest.current();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
