import './work.css';

interface Props {
  text: string;
  /** What a click does: opens the whole of it. */
  onOpen: () => void;
  mono?: boolean;
  /** Cut earlier, where several stand beside each other. */
  narrow?: boolean;
}

/** A text that is cut in the table; a click shows the whole. */
export function LongText({ text, onOpen, mono = false, narrow = false }: Props) {
  if (!text) return <span className="logs-muted">–</span>;
  return (
    <button
      type="button"
      className={['logs-text', mono && 'tg-mono', narrow && 'logs-text-narrow'].filter(Boolean).join(' ')}
      title={text}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      {text}
    </button>
  );
}
