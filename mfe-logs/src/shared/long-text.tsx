import './work.css';

interface Props {
  text: string;
  /** What a click does: opens the whole of it. */
  onOpen: () => void;
  mono?: boolean;
}

/** A text that is cut in the table; a click shows the whole. */
export function LongText({ text, onOpen, mono = false }: Props) {
  if (!text) return <span className="logs-muted">–</span>;
  return (
    <button
      type="button"
      className={mono ? 'logs-text tg-mono' : 'logs-text'}
      title={text}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      {text}
    </button>
  );
}
