import type { Usage } from '@tollgate/pricing';
import type { Part } from '../../../core/chat.ts';
import { type ChatTranslator, type RelayRequest, wholeJson } from '../../dialects/dialect.ts';
import { completionFields, TextTally } from '../../metering/tally.ts';
import { collectPromptText } from '../../prompt/prompt.ts';
import type { Bytes, Conversion, EndpointTranslation, Operation } from '../../providers/provider.ts';
import type { Mending } from '../../request/answer-format.ts';
import { mendWhole } from '../mend-answer.ts';
import { Converting } from './converting.ts';

/** A whole response for the caller. */
export interface WholeReply {
  body: Buffer | string;
  contentType: string;
  usage: Partial<Usage>;
  tally(): TextTally;
  /** How many of the requested pieces it holds, if it may be fewer. */
  pieces?: number | undefined;
  /** Returns the body with the charged usage, when the upstream reported none. */
  withUsage?: ((charged: Usage) => string) | undefined;
}

type Json = Readonly<Record<string, unknown>>;

/** A whole response of an upstream. */
export interface WholeContent {
  readonly body: Buffer;
  /** Long strings and lists of numbers are cut where `readWhole` is there. */
  readonly json: Json;
  readonly contentType: string;
  readonly readWhole?: () => Json;
}

/** A response in the caller's own dialect: unchanged bytes, unless they need mending. */
export function passWhole(
  content: WholeContent,
  operation: Pick<Operation, 'native' | 'usage'>,
  mend?: Mending,
): WholeReply {
  const { body, json, contentType, readWhole = () => json } = mendWhole(content, mend);
  const isChat = operation.native === 'openai-chat';
  const isText = operation.native === 'completions';
  return {
    body,
    contentType,
    usage: usageOf(json, operation),
    // Computed only when the upstream did not report usage.
    tally: () =>
      isChat || isText ? tallyOf(body, isText ? completionFields : undefined) : textsOf(readWhole()),
  };
}

/** The same from a vendor with another format. @throws when the response is not in its format */
export function adaptWhole(
  { json, body, contentType }: WholeContent,
  operation: Pick<Operation, 'native' | 'usage'>,
  { adapter, countImages }: EndpointTranslation,
  relayRequest: RelayRequest,
): WholeReply {
  const converted = adapter.answer(json, relayRequest.model, relayRequest.form ?? wholeJson(relayRequest), {
    bytes: body,
    contentType,
  });
  const reply = isBytes(converted)
    ? passWhole({ body: converted.bytes, json: {}, contentType: converted.contentType }, operation)
    : passWhole(toContent(converted as Json), operation);
  const withUsage = operation.native === 'embeddings' ? embeddingsUsage(converted as Json) : undefined;
  return { ...reply, usage: usageOf(json, operation), pieces: countImages?.(json), withUsage };
}

/** Clients of OpenAI's embeddings read the usage of every answer. */
function embeddingsUsage(converted: Json): WholeReply['withUsage'] {
  if (converted.usage !== undefined) return undefined;
  return ({ input }) =>
    JSON.stringify({ ...converted, usage: { prompt_tokens: input, total_tokens: input } });
}

function toContent(json: Json): WholeContent {
  return { body: Buffer.from(JSON.stringify(json)), json, contentType: 'application/json' };
}

function isBytes(value: unknown): value is Bytes {
  return typeof value === 'object' && value !== null && 'bytes' in value && Buffer.isBuffer(value.bytes);
}

interface CallerFormat {
  readonly translator: ChatTranslator;
  readonly relayRequest: RelayRequest;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Converts a response of another dialect, to a stream if requested. @throws for an invalid response */
export function convertWhole(
  json: unknown,
  conversion: Conversion,
  { translator, relayRequest, now }: CallerFormat,
): WholeReply {
  const parts: Part[] = conversion.decode(json);
  const reader = new Converting(conversion.createDecoder(), translator.createFormatter(relayRequest, now));
  const events = parts.map((part) => reader.take(part)).join('');
  const { usage } = reader;
  const tally = () => reader.tally;
  return relayRequest.stream
    ? { body: events + (reader.end() ?? ''), contentType: 'text/event-stream', usage, tally }
    : {
        body: translator.formatAnswer(parts, relayRequest, now),
        contentType: 'application/json',
        usage,
        tally,
      };
}

/** Measures an invalid whole response: its usage, and every text in it. */
export function measureWhole(
  json: Json,
  operation: Pick<Operation, 'usage'>,
): Pick<WholeReply, 'usage' | 'tally'> {
  return { usage: usageOf(json, operation), tally: () => textsOf(json) };
}

/** Reads the usage that a response reports. */
export function usageOf(json: Json, { usage }: Pick<Operation, 'usage'>): Partial<Usage> {
  const sent = usage.find ? usage.find(json) : json.usage;
  return usage.read(sent, json) ?? {};
}

function tallyOf(body: Buffer, fields?: readonly Buffer[]): TextTally {
  const tally = new TextTally(fields);
  tally.addJson(body);
  return tally;
}

function textsOf({ content, candidates, output, choices }: Json): TextTally {
  const tally = new TextTally();
  for (const text of collectPromptText({ input: [content, candidates, output, choices] }).texts)
    tally.addText(text);
  return tally;
}
