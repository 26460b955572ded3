import { parseObject } from '../request/parse-object.ts';

/** The id and model in the events of a stream; empty where absent. */
export interface StreamIdentity {
  readonly id: string;
  readonly model: string;
}

/** The id is near the beginning, even when an event repeats a long request. */
const HEAD_BYTES = 1024;

const ID = /"id"\s*:\s*"([^"\\]{1,256})"/;
const MODEL = /"model"\s*:\s*"([^"\\]{1,256})"/;

/** Reads the first event without parsing it: it may be large or incomplete. */
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
