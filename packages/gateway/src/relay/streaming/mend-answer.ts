import { parseText } from '../../core/parse-text.ts';
import type { Mending } from '../request/answer-format.ts';
import type { WholeContent } from './readers/whole.ts';

type Json = Readonly<Record<string, unknown>>;

/** Mends a whole answer. One in its documented form keeps its bytes. */
export function mendWhole(content: WholeContent, mend: Mending | undefined): WholeContent {
  if (!mend?.(content.json)) return content;
  const json = mend(content.readWhole?.() ?? content.json) ?? content.json;
  return { body: Buffer.from(JSON.stringify(json)), json, contentType: content.contentType };
}

/** Mends the events among whole lines of a stream. All other lines keep their bytes. */
export function mendLines(lines: Buffer, mend: Mending): Buffer {
  if (!MAY_DIFFER.test(lines.toString('latin1'))) return lines;
  const mended = lines
    .toString('utf8')
    .split('\n')
    .map((line) => (MAY_DIFFER.test(line) ? mendLine(line, mend) : line));
  return Buffer.from(mended.join('\n'));
}

/** Lists in an event: nearly all chunks have none, and are not parsed. */
const MAY_DIFFER = /"(?:content|tool_calls)":\s*\[/;

function mendLine(line: string, mend: Mending): string {
  const [, field, data = '', end] = /^(data: ?)(.*?)(\r?)$/s.exec(line) ?? [];
  try {
    const mended = field && mend(parseText(data) as Json);
    return mended ? `${field}${JSON.stringify(mended)}${end}` : line;
  } catch {
    // Not JSON: the caller reads its own format, as everywhere in a stream that passes.
    return line;
  }
}
