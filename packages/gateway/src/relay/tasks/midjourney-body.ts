import type { OptionValues } from '@tollgate/contract/options';
import { parseText } from '../../core/parse-text.ts';
import type { Sent } from '../dialects/dialect.ts';
import { assertBounded } from '../dialects/read-request.ts';
import { RelayError } from '../errors.ts';
import type { MidjourneyBody } from './midjourney-actions.ts';

const texts = [
  ...['prompt', 'customId', 'botType', 'notifyHook', 'action', 'state', 'taskId', 'content', 'maskBase64'],
  ...['sourceBase64', 'targetBase64', 'base64'],
];

/** @throws {RelayError} 400 when it is no JSON object, or a field that we read is of another kind */
export function readBody(sent: Sent): MidjourneyBody {
  const body = parse(sent);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw unreadable('it is no object');
  const fields = body as MidjourneyBody;
  for (const name of texts) {
    const value = fields[name];
    if (value !== undefined && value !== null && typeof value !== 'string')
      throw unreadable(`"${name}" is not a text`);
  }
  return fields;
}

/** What goes on to the provider: all of it but what the options keep back. @throws {RelayError} 400 */
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

/** Where the provider reports to. It is the provider that calls it, never the gateway. */
function checkHook(hook: unknown): string {
  const url = typeof hook === 'string' && URL.canParse(hook) ? new URL(hook) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new RelayError(400, 'notify_hook_invalid');
  return url.href;
}

function parse(sent: Sent): unknown {
  if (sent.body.length === 0) return {};
  assertBounded(sent);
  try {
    return parseText(sent.body.toString('utf8'));
  } catch {
    throw unreadable('it is no JSON');
  }
}

function unreadable(reason: string): RelayError {
  return new RelayError(400, 'bind_request_body_failed', { reason });
}
