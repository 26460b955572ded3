import type { Usage } from '@tollgate/pricing';
import { type ErrorPart, toErrorPart } from '../../../core/chat.ts';
import { upstreamLimits } from '../../../core/limits.ts';
import { parseText } from '../../../core/parse-text.ts';
import { TextTally } from '../../metering/tally.ts';
import type { UsageReport } from '../../providers/provider.ts';
import type { Mending } from '../../request/answer-format.ts';
import { CommonStart, isKey, type MemberSpan, scanMembers } from '../../request/members.ts';
import { LineGate, OpenEvent } from '../lines.ts';
import { mendLines } from '../mend-answer.ts';
import type { StreamReader } from './reader.ts';

const USAGE = Buffer.from('usage');
const FINISH = Buffer.from('finish_reason');
const ERROR = Buffer.from('error');
const TIER = Buffer.from('service_tier');
const DATA = Buffer.from('data:');
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const OPEN_BRACE = 0x7b;
const QUOTE = 0x22;
const SPACE = 0x20;
const CLOSE_BRACKET = 0x5d;

export interface PassThroughOptions {
  readonly hidesUsage?: boolean;
  /** The fields with output. */
  readonly texts?: readonly Buffer[] | undefined;
  readonly lineBytes?: number;
  /** Mends events that are not in the documented form. */
  readonly mend?: Mending | undefined;
}

/**
 * A stream of chat completion events that passes unchanged. Does not parse events; scans them for usage, end
 * and output. Removes only the event that the gateway requested and the caller did not.
 */
export class PassThrough implements StreamReader {
  usage: Partial<Usage> = {};
  readonly tally: TextTally;
  finished = false;
  failed = false;
  sentError: ErrorPart | undefined;
  closed = false;
  readonly #gate: LineGate;
  readonly #readUsage: UsageReport['read'];
  readonly #hidesUsage: boolean;
  readonly #mend: Mending | undefined;
  #skipsBlank = false;
  readonly #open = new OpenEvent();
  readonly #start = new CommonStart();
  #last: Buffer[] = [];
  /** Each event names it, and the last one has the usage as well. */
  #tier: string | undefined;

  constructor(
    readUsage: UsageReport['read'],
    { hidesUsage = false, texts, lineBytes = upstreamLimits.lineBytes, mend }: PassThroughOptions = {},
  ) {
    this.#gate = new LineGate(lineBytes);
    this.tally = new TextTally(texts);
    this.#readUsage = readUsage;
    this.#hidesUsage = hidesUsage;
    this.#mend = mend;
  }

  feed(bytes: Buffer): Buffer | undefined {
    const lines = this.#gate.push(bytes);
    return lines && this.#read(lines);
  }

  end(): Buffer | undefined {
    const rest = this.#gate.rest();
    const read = rest.length > 0 ? this.#read(rest) : undefined;
    return read || this.closed ? Buffer.concat([...(read ? [read] : []), ...this.#last]) : undefined;
  }

  #read(received: Buffer): Buffer | undefined {
    if (this.closed) {
      this.#last.push(received);
      return undefined;
    }
    let lines = this.#mend ? mendLines(received, this.#mend) : received;
    if (this.#skipsBlank) {
      const from = lines[0] === RETURN ? 2 : lines[0] === NEWLINE ? 1 : 0;
      lines = lines.subarray(from);
      this.#skipsBlank = false;
    }
    const at = this.#look(lines);
    if (at >= 0) lines = this.#readUsageLine(lines, at);
    if (endsWithDone(lines)) {
      const from = lines.lastIndexOf(DATA);
      this.finished = true;
      this.closed = true;
      this.#last.push(lines.subarray(from));
      lines = lines.subarray(0, from);
    }
    if (lines.length === 0) return undefined;
    this.#open.push(lines);
    return lines;
  }

  endEvent(): string {
    return this.#open.hasData ? '\n' : '';
  }

  /** Records texts, end and failure. Returns the offset of the last usage; -1 when none is reported. */
  #look(lines: Buffer): number {
    let usageAt = -1;
    const look = (member: MemberSpan) => {
      const { keyStart, value } = member;
      let matters = this.tally.addMember(lines, member);
      if (lines[value] === QUOTE) {
        if (isKey(lines, member, FINISH)) matters = this.finished = true;
        if (isKey(lines, member, TIER)) this.#tier = lines.toString('latin1', value + 1, member.end);
      } else if (lines[value] === OPEN_BRACE && isKey(lines, member, USAGE)) {
        usageAt = keyStart;
        matters = true;
      }
      if (isKey(lines, member, ERROR)) {
        if (beginsEvent(lines, keyStart)) this.#fail(lines, keyStart);
        matters = true;
      }
      if (matters) this.#start.learn(lines, member);
    };
    scanMembers(lines, look, this.#start);
    return usageAt;
  }

  #fail(lines: Buffer, at: number): void {
    this.failed = true;
    const error = parseData(lines.toString('utf8', ...lineAround(lines, at)))?.error;
    if (typeof error === 'object' && error !== null) this.sentError ??= toErrorPart(error);
  }

  /**
   * Parses the line that reports usage. Removes it when it has nothing else and the caller did not request
   * it.
   */
  #readUsageLine(lines: Buffer, at: number): Buffer {
    const [start, end] = lineAround(lines, at);
    const event = parseData(lines.toString('utf8', start, end));
    const usage = event && this.#readUsage(usageIn(event), { ...event, service_tier: this.#tier });
    if (usage) this.usage = { ...this.usage, ...usage };
    const hasContent = !Array.isArray(event?.choices) || event.choices.length > 0;
    if (!this.#hidesUsage || hasContent) return lines;

    const blank = lines[end] === RETURN ? 2 : lines[end] === NEWLINE ? 1 : 0;
    this.#skipsBlank = end === lines.length;
    return Buffer.concat([lines.subarray(0, start), lines.subarray(end + blank)]);
  }
}

/** The begin and the end of the line around an offset. */
function lineAround(lines: Buffer, at: number): [start: number, end: number] {
  const newline = lines.indexOf(NEWLINE, at);
  return [lines.lastIndexOf(NEWLINE, at) + 1, newline < 0 ? lines.length : newline + 1];
}

function endsWithDone(lines: Buffer): boolean {
  let end = lines.length - 1;
  while (end >= 0 && (lines[end] as number) <= SPACE) end -= 1;
  if (lines[end] !== CLOSE_BRACKET) return false; // nearly always
  return /(?:^|\n)data: ?\[DONE\]\s*$/.test(lines.toString('latin1', Math.max(0, lines.length - 32)));
}

/** Whether the key that begins at `keyStart` is the first of its event. */
function beginsEvent(lines: Buffer, keyStart: number): boolean {
  return /(?:^|\n)data: ?\{"$/.test(lines.toString('latin1', Math.max(0, keyStart - 10), keyStart));
}

interface StreamEvent {
  readonly usage?: unknown;
  readonly choices?: unknown;
  readonly error?: unknown;
}

/** Moonshot reports the usage in the last choice: https://platform.moonshot.ai/docs/api/chat */
function usageIn({ usage, choices }: StreamEvent): unknown {
  return usage ?? (Array.isArray(choices) ? choices[0]?.usage : undefined);
}

function parseData(line: string): StreamEvent | undefined {
  try {
    return parseText(line.slice(line.indexOf('{'))) as StreamEvent;
  } catch {
    return undefined;
  }
}
