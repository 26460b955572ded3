import { CHANNEL_TEST_NAME, LogType } from '@tollgate/contract';
import type { CallContext } from '../../core/context.ts';
import { parseText } from '../../core/parse-text.ts';
import { consoleText } from '../../core/texts/texts.ts';
import { quotaText } from './log-texts.ts';
import type { LogRow } from './repository/log-queries.ts';

type Reader = Pick<CallContext, 'options' | 'language'>;
type ContentRow = Pick<LogRow, 'type' | 'content' | 'other'>;

/**
 * Returns the content of a usage-log row in the language of the reader. Stored rows have it in Chinese with
 * ratios of two decimals, as new-api writes them; the exact ratios come from `other`, as on the console's
 * pages. The reason of a failed call and events are stored in the language of the caller or actor, and in the others
 * where the sentence is the gateway's own. Content that the gateway did not write, or whose values are missing, stays as it is.
 */
export function readableContent(reader: Reader, { type, content, other }: ContentRow): string {
  const { language } = reader;
  if (content === CHANNEL_TEST_NAME) return consoleText(language, 'test');
  if (type === LogType.system && STORED_REFUND.test(content)) return refundContent(reader, other) ?? content;
  if (type !== LogType.consumption) return messageIn(language, other) ?? content;
  const stored = type === LogType.consumption ? STORED_PRICE.exec(content) : null;
  const price = stored && priceContent(reader, other);
  if (!price) return content;
  const [, action, id] = stored;
  return [price, action && consoleText(language, 'action', { action }), id && `ID ${id}`]
    .filter(Boolean)
    .join(consoleText(language, 'separator'));
}

/** Returns the name of a row's token in the language of the reader. Tests of channels have a name, but no token. */
export function readableToken({ language }: Reader, row: Pick<LogRow, 'token_id' | 'token_name'>): string {
  const isTest = row.token_id === 0 && row.token_name === CHANNEL_TEST_NAME;
  return isTest ? consoleText(language, 'test') : row.token_name;
}

/** @returns undefined when the row does not have its ratios */
function priceContent({ language }: Reader, other: string): string | undefined {
  const values = parseObject(other);
  const completion = ratioOf(values.completion_ratio) ?? '1';
  const model = ratioOf(values.model_ratio);
  const price = ratioOf(values.model_price);
  // A ratio of the user's own group applies instead of that of the token's group; -1 means that there is none.
  const group = ratioOf(values.user_group_ratio) ?? ratioOf(values.group_ratio) ?? '1';
  const times = ratioOf(values.price_times) ?? '1';
  if (price !== undefined)
    return consoleText(language, times === '1' ? 'price' : 'price_times', { price, times, group });
  return model === undefined ? undefined : consoleText(language, 'ratios', { model, completion, group });
}

function refundContent(reader: Reader, other: string): string | undefined {
  const { event, task_id, response_id, quota } = parseObject(other);
  if (typeof quota !== 'number') return undefined;
  const { language } = reader;
  const amount = quotaText(reader, quota);
  if (event === 'task_refund')
    return consoleText(language, 'refund', { task: String(task_id ?? ''), amount });
  if (event !== 'background_refund') return undefined;
  return consoleText(language, 'resumed', { response: String(response_id ?? ''), amount });
}

function messageIn(language: CallContext['language'], other: string): string | undefined {
  const { messages } = parseObject(other);
  const message = (messages as Readonly<Record<string, unknown>> | undefined)?.[language];
  return typeof message === 'string' ? message : undefined;
}

/** With all digits and without an exponent. Undefined for other values. */
function ratioOf(value: unknown): string | undefined {
  return typeof value === 'number' && value >= 0 ? allDigits.format(value) : undefined;
}

/** Imported rows may hold anything. */
function parseObject(json: string): Readonly<Record<string, unknown>> {
  try {
    const value = parseText(json);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const allDigits = new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: 20 });

/**
 * Matches the content from `relay/metering/usage-log.ts` and `relay/tasks/hold.ts`. The groups are the action
 * and the id of a task.
 */
const STORED_PRICE =
  /^模型(?:倍率 [\d.]+，补全倍率|价格|固定价格) [\d.]+，分组倍率 [\d.]+(?:，操作 ([^，]*))?(?:，ID (.*))?$/;
/** Matches the content from `relay/tasks` for a failed task. */
const STORED_REFUND = /^(?:构图失败|异步任务执行失败|后台响应) /;
