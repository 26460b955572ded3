const NEWLINE = 0x0a;
/** Enough of a line to tell what it is: events that only open an answer are short, or name their type first. */
const LOOK_BYTES = 600;

/** What the whole lines of a stream hold: comments at most, events that only open the answer, or the answer. */
export type Beginning = 'comments' | 'head' | 'answer';

/**
 * Finds out whether the caller may miss what has arrived. Before the answer begins another channel can still be
 * tried, whatever comments (`: OPENROUTER PROCESSING`) and opening events came.
 */
export function findBeginning(bytes: Buffer): Beginning {
  let found: Beginning = 'comments';
  for (let at = 0, end = bytes.indexOf(NEWLINE); end >= 0; at = end + 1, end = bytes.indexOf(NEWLINE, at)) {
    const line = bytes.toString('latin1', at, Math.min(end, at + LOOK_BYTES));
    if (COMMENT.test(line)) continue;
    if (!FIELD.test(line) && !opensAnswer(line)) return 'answer';
    found = 'head';
  }
  return found;
}

/** Whether an event has nothing of the answer yet. `data`: the beginning of its data, or of its `data` line. */
export function opensAnswer(data: string): boolean {
  return OPENING.test(data) || FIRST_CHUNK.test(data);
}

const COMMENT = /^(?:\xef\xbb\xbf)?(?::.*)?\r?$/;
const FIELD = /^(?:event|id|retry):/;
/** https://docs.claude.com/en/docs/build-with-claude/streaming and OpenAI's responses. */
const OPENING =
  /^[^{]{0,9}\{.{0,80}?"type":\s?"(?:message_start|ping|response\.(?:created|queued|in_progress))"/;
/** The first chunk of a chat completion names the role alone. */
const FIRST_CHUNK =
  /"delta":\s?\{\s?"role":\s?"assistant"(?:,\s?"(?:content|refusal)":\s?(?:""|null))*\s?\}.*"finish_reason":\s?null/;
