import './work.css';

interface Props {
  text: string;
  /** What a click does: opens the whole of it. */
  onOpen: () => void;
  /** Says for screen readers what opens. */
  label: string;
  mono?: boolean;
}

/** A text that is cut in the table; a click shows the whole. */
export function LongText({ text, onOpen, label, mono = false }: Props) {
  if (!text) return <span className="logs-muted">–</span>;
  return (
    <button
      type="button"
      className={mono ? 'logs-text tg-mono' : 'logs-text'}
      title={text}
      aria-label={label}
      onClick={onOpen}
    >
      {text}
    </button>
  );
}
