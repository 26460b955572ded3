import { useState } from 'react';
import { MAX_SEARCH } from './max-search.ts';
import './filter-text.css';

export interface FilterTextProps {
  label: string;
  value: string;
  /** Runs on Enter and on blur, not on every key. */
  onChange: (value: string) => void;
  /** Only digits: an id. */
  numeric?: boolean;
}

/** A text filter that includes its name: "Token production". */
export function FilterText({ label, value, onChange, numeric = false }: FilterTextProps) {
  const [text, setText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  if (lastValue !== value) {
    setLastValue(value);
    setText(value);
  }

  function commit() {
    const next = text.trim();
    if (next !== value) onChange(next);
  }

  return (
    <label className="tg-filter-choice tg-filter-text">
      <span>{label}</span>
      <input
        type="text"
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_SEARCH}
        inputMode={numeric ? 'numeric' : 'text'}
        value={text}
        onChange={({ target }) => setText(numeric ? target.value.replace(/\D/g, '') : target.value)}
        onKeyDown={({ key }) => key === 'Enter' && commit()}
        onBlur={commit}
      />
    </label>
  );
}
