import { MAX_SEARCH } from './max-search.ts';
import { isEnter, useTypedSearch } from './use-typed-search.ts';
import './filter-text.css';

export interface FilterTextProps {
  label: string;
  value: string;
  /** Runs after a pause in typing, on Enter and on blur. */
  onChange: (value: string, isRefined?: boolean) => void;
  /** Only digits: an id. */
  numeric?: boolean;
}

/** A text filter that includes its name: "Token production". */
export function FilterText({ label, value, onChange, numeric = false }: FilterTextProps) {
  const { text, type, search, leave, composition } = useTypedSearch(value, onChange);
  const read = (typed: string) => (numeric ? typed.replace(/\D/g, '') : typed);

  return (
    <label className="tg-filter-choice tg-filter-text" data-part="filter-text">
      <span>{label}</span>
      <input
        type="text"
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_SEARCH}
        inputMode={numeric ? 'numeric' : 'text'}
        value={text}
        onChange={({ target }) => type(read(target.value))}
        onKeyDown={(event) => isEnter(event) && search(text)}
        onBlur={() => leave(text)}
        {...composition}
      />
    </label>
  );
}
