import type { Usage } from '@tollgate/pricing';
import type { Part } from '../../core/chat.ts';
import { type Asked, type Retelling, wholeJson } from '../dialects/dialect.ts';
import { survey } from '../prompt.ts';
import type { Bytes, Conversion, Operation } from '../providers/provider.ts';
import { completionFields, TextTally } from '../tally.ts';
import { Converting } from './converting.ts';

/** A whole answer as the caller gets it. */
export interface WholeReply {
  body: Buffer | string;
  contentType: string;
  usage: Partial<Usage>;
  tally(): TextTally;
  /** How many of the pieces that were asked for it holds, where it may be fewer. */
  pieces?: number | undefined;
}

type Json = Readonly<Record<string, unknown>>;

/** An answer in the caller's own dialect: its bytes as they are. */
export function passWhole(
  body: Buffer,
  json: Json,
  contentType: string,
  operation: Pick<Operation, 'native' | 'readUsage' | 'findUsage'>,
  readWhole: () => Json = () => json,
): WholeReply {
  const isChat = operation.native === 'openai-chat';
  const isText = operation.native === 'completions';
  return {
    body,
    contentType,
    usage: usageOf(json, operation),
    // Looked for only when the upstream did not count.
    tally: () =>
      isChat || isText ? tallyOf(body, isText ? completionFields : undefined) : textsOf(readWhole()),
  };
}

/** The same from a vendor that has other words for it. @throws when the answer is not in its format */
export function rephraseWhole(json: Json, sent: Bytes, operation: Operation, asked: Asked): WholeReply {
  const told = operation.rephrase?.answer(json, asked.model, asked.form ?? wholeJson(asked), sent);
  const reply = isBytes(told)
    ? passWhole(told.bytes, {}, told.contentType, operation)
    : passWhole(Buffer.from(JSON.stringify(told)), told as Json, 'application/json', operation);
  return { ...reply, usage: usageOf(json, operation), pieces: operation.pieces?.(json) };
}

function isBytes(told: unknown): told is Bytes {
  return typeof told === 'object' && told !== null && 'bytes' in told && Buffer.isBuffer(told.bytes);
}

/** An answer of another dialect, told again; as a stream when the caller asked for one. @throws when it is none. */
export function convertWhole(
  json: unknown,
  conversion: Conversion,
  retell: Retelling,
  asked: Asked,
  now: number,
): WholeReply {
  const parts: Part[] = conversion.decode(json);
  const reader = new Converting(conversion.createDecoder(), retell.createFormatter(asked, now));
  const events = parts.map((part) => reader.take(part)).join('');
  const { usage } = reader;
  const tally = () => reader.tally;
  return asked.stream
    ? { body: events + (reader.end() ?? ''), contentType: 'text/event-stream', usage, tally }
    : { body: retell.formatAnswer(parts, asked, now), contentType: 'application/json', usage, tally };
}

/** What can be known of a whole answer that makes no sense: its usage, and every text in it. */
export function measureWhole(
  json: Json,
  operation: Pick<Operation, 'readUsage' | 'findUsage'>,
): Pick<WholeReply, 'usage' | 'tally'> {
  return { usage: usageOf(json, operation), tally: () => textsOf(json) };
}

/** What an answer says that it used. */
export function usageOf(json: Json, operation: Pick<Operation, 'readUsage' | 'findUsage'>): Partial<Usage> {
  const sent = operation.findUsage ? operation.findUsage(json) : json.usage;
  return operation.readUsage(sent) ?? {};
}

function tallyOf(body: Buffer, fields?: readonly Buffer[]): TextTally {
  const tally = new TextTally(fields);
  tally.addJson(body);
  return tally;
}

function textsOf({ content, candidates, output, choices }: Json): TextTally {
  const tally = new TextTally();
  for (const text of survey({ input: [content, candidates, output, choices] }).texts) tally.addText(text);
  return tally;
}
