import './work.css';

interface Props {
  text: string;
  /** Called on a click: opens the full text. */
  onOpen: () => void;
  mono?: boolean;
  /** Truncates earlier, for several texts in a row. */
  narrow?: boolean;
}

/** A text that is truncated in the table; a click shows all of it. */
export function LongText({ text, onOpen, mono = false, narrow = false }: Props) {
  if (!text) return <span className="logs-muted">–</span>;
  return (
    <button
      type="button"
      className={['logs-text', mono && 'logs-text-mono', narrow && 'logs-text-narrow']
        .filter(Boolean)
        .join(' ')}
      title={text}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      {text}
    </button>
  );
}
