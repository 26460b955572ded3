import { parseText } from '../../core/parse-text.ts';
import { createBlockGate } from './whole-blocks.ts';

/**
 * Converts events to JSON: their data is plain text, and the usage a separate line.
 *
 * @throws {RangeError} for an event without an end
 */
export function createUnframer(): (bytes: Buffer) => Buffer {
  const take = createBlockGate('\n\n');
  return (bytes) => {
    const blocks = take(bytes).split('\n\n').filter(Boolean);
    return Buffer.from(blocks.map((block) => `data: ${JSON.stringify(readBlock(block))}\n\n`).join(''));
  };
}

function readBlock(block: string): Framed {
  const valuesOf = (name: string) =>
    block
      .split('\n')
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1));
  const [meta] = valuesOf('meta');
  return {
    event: valuesOf('event')[0]?.trim() ?? '',
    text: valuesOf('data').join('\n'),
    ...(meta && { meta: parseText(meta) as NonNullable<Framed['meta']> }),
  };
}

/** One event for the decoder. */
export interface Framed {
  event: string;
  text: string;
  meta?: { task_id?: string; usage?: unknown };
}
