import type { OptionValues } from '@tollgate/contract/options';
import { parseText } from '../../core/parse-text.ts';
import { type ReasonText, reasonText, type Values } from '../../core/texts/texts.ts';
import type { RawRequest } from '../dialects/dialect.ts';
import { assertBounded } from '../dialects/read-request.ts';
import { RelayError } from '../errors.ts';
import type { MidjourneyBody } from './midjourney-actions.ts';

const texts = [
  ...['prompt', 'customId', 'botType', 'notifyHook', 'action', 'state', 'taskId', 'content', 'maskBase64'],
  ...['sourceBase64', 'targetBase64', 'base64'],
];

/** @throws {RelayError} 400 when it is not a JSON object, or a field has the wrong type */
export function readBody(sent: RawRequest): MidjourneyBody {
  const body = parse(sent);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw unreadable('not_object');
  const fields = body as MidjourneyBody;
  for (const name of texts) {
    const value = fields[name];
    if (value !== undefined && value !== null && typeof value !== 'string')
      throw unreadable('field_not_string', { field: name });
  }
  return fields;
}

/** Returns the body for the provider, without what the options withhold. @throws {RelayError} 400 */
export function toSend(body: MidjourneyBody, options: OptionValues): MidjourneyBody {
  const { accountFilter, notifyHook, ...rest } = body;
  const cleared = options.MjModeClearEnabled
    ? { ...rest, ...clear('prompt', rest), ...clear('content', rest) }
    : rest;
  return {
    ...cleared,
    ...(options.MjAccountFilterEnabled && accountFilter !== undefined && { accountFilter }),
    ...(options.MjNotifyEnabled && notifyHook ? { notifyHook: checkHook(notifyHook) } : {}),
  };
}

function clear(field: string, body: MidjourneyBody): MidjourneyBody {
  const value = body[field];
  if (typeof value !== 'string') return {};
  return { [field]: value.replace(/\s*--(?:fast|relax|turbo)\b/g, '').trim() };
}

/** Checks the webhook URL. The provider calls it, never the gateway. */
function checkHook(hook: unknown): string {
  const url = typeof hook === 'string' && URL.canParse(hook) ? new URL(hook) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new RelayError(400, 'notify_hook_invalid');
  return url.href;
}

function parse(sent: RawRequest): unknown {
  if (sent.body.length === 0) return {};
  assertBounded(sent);
  try {
    return parseText(sent.body.toString('utf8'));
  } catch {
    throw unreadable('json_syntax');
  }
}

function unreadable(reason: ReasonText, values: Values = {}): RelayError {
  return new RelayError(400, 'bind_request_body_failed', { reason: reasonText(reason, values) });
}
