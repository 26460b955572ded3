import { parseText } from '../../core/parse-text.ts';

/** Converts events to JSON: their data is plain text, and the usage a separate line. */
export function createUnframer(): (bytes: Buffer) => Buffer {
  let kept = Buffer.alloc(0);
  return (bytes) => {
    kept = Buffer.concat([kept, bytes]);
    const end = kept.lastIndexOf('\n\n') + 2;
    if (end < 2) return Buffer.alloc(0);
    const blocks = kept.toString('utf8', 0, end).split('\n\n').filter(Boolean);
    kept = kept.subarray(end);
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
