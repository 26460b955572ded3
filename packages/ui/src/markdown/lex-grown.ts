import { lexer, type Token } from 'marked';

export interface Lexed {
  /** Undefined when the text is nested too deeply; it is then shown as plain text. */
  tokens: Token[] | undefined;
}

/**
 * Blocks at the end that a longer text may change: a list and the blank line after it become one longer list, and
 * a paragraph becomes a heading or a table.
 */
const OPEN_BLOCKS = 3;

/** Reads Markdown. Of a text that continues the one `before`, only the end is read: a reply grows many times. */
export function lexGrown(source: string, before?: Lexed): Lexed {
  try {
    const known = before?.tokens ?? [];
    const steady = known.slice(0, -OPEN_BLOCKS);
    const read = steady.map(({ raw }) => raw).join('');
    // A definition changes links anywhere in the text.
    const continues = read !== '' && source.startsWith(read) && !known.some(isDefinition);
    if (!continues) return { tokens: [...lexer(source)] };
    const rest = lexer(source.slice(read.length));
    return { tokens: rest.some(isDefinition) ? [...lexer(source)] : [...steady, ...rest] };
  } catch {
    return { tokens: undefined };
  }
}

function isDefinition({ type }: Token): boolean {
  return type === 'def';
}
