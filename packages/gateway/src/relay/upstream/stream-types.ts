import type { UpstreamRequest } from './upstream.ts';

const EVENTS = /event-?stream/;
/** Also lines of JSON: the adapter converts them. */
const FRAMED = /event-?stream|ndjson|jsonl|json-?lines|stream\+json/;
export const SOUND = /^(?:audio|video)\/|octet-stream|event-?stream/;

/** The content types of responses that are passed on as they arrive; undefined when a whole response is due. */
export function streamTypes({ stream, transport }: Pick<UpstreamRequest, 'stream' | 'transport'>) {
  if (transport.kind === 'audio') return SOUND;
  if (!stream) return undefined;
  return transport.kind === 'framed' ? FRAMED : EVENTS;
}
