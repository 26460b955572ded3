import { parseObject } from './parse-object.ts';

/** What the events of a stream say about the answer that they belong to; empty where they do not say it. */
export interface StreamIdentity {
  readonly id: string;
  readonly model: string;
}

/** The id stands near the beginning, also where an event repeats a long request. */
const HEAD_BYTES = 1024;

const ID = /"id"\s*:\s*"([^"\\]{1,256})"/;
const MODEL = /"model"\s*:\s*"([^"\\]{1,256})"/;

/** Reads the first event, without parsing it: it may be large, and may not be complete. */
export function readFirstIdentity(bytes: Buffer): StreamIdentity {
  const head = bytes.toString('utf8', 0, HEAD_BYTES);
  return { id: ID.exec(head)?.[1] ?? '', model: MODEL.exec(head)?.[1] ?? '' };
}

/** Reads the last complete event. */
export function readLastIdentity(bytes: Buffer): StreamIdentity {
  const line = bytes
    .toString('utf8')
    .split('\n')
    .slice(0, -1)
    .findLast((text) => text.startsWith('data:'));
  const json = line === undefined ? undefined : parseObject(Buffer.from(line.slice('data:'.length)));
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return { id: text(json?.id ?? json?.responseId), model: text(json?.model ?? json?.modelVersion) };
}
