import type { Updateable } from 'kysely';
import type { MidjourneyTable } from '../../db/schema.ts';
import { redact } from '../../net/redact.ts';
import { UpstreamError } from '../errors.ts';
import { readId, readNumber, readText } from './fields.ts';
import type { SubmitResult } from './order.ts';

const SUBMITTED = 1;
const NO_ACCOUNT = 3;
const EXISTS = 21;
const QUEUED = 22;
const QUEUE_FULL = 23;

/** Actions that request more input before drawing; only the drawing is paid. */
export const isFree = (action: string) => action === 'INPAINT' || action === 'CUSTOM_ZOOM';

/** Reads a Midjourney proxy's response to an order: `{ code, description, properties, result }`. */
export function readSubmitResult(action: string, json: Record<string, unknown>): SubmitResult {
  const code = readNumber(json.code);
  if (code === undefined) throw new UpstreamError({ status: 502, message: readText(json.message, 500) });
  const description = redact(readText(json.description, 1000));
  const name = readId(json.result);
  // An upload returns the URLs of the uploaded files.
  const named = name !== '' || action === 'UPLOAD';
  const accepted = (code === SUBMITTED || code === EXISTS || code === QUEUED) && named;
  const shown = accepted && !isFree(action) ? SUBMITTED : code;
  return {
    accepted,
    ended: !accepted || isDone(action, code, json),
    charged: accepted && !isFree(action) && (action !== 'SWAP_FACE' || code === SUBMITTED),
    ...((code === NO_ACCOUNT || code === QUEUE_FULL) && {
      elsewhere: { reason: description || 'No available account instance', accountGone: code === NO_ACCOUNT },
    }),
    name: accepted ? name : '',
    json,
    reply: { ...json, description, code: shown },
  };
}

/** The columns set by the response to an order. `at` in milliseconds. */
export function toColumns(action: string, { accepted, json, name, ended }: SubmitResult, at: number) {
  const description = redact(readText(json.description, 1000));
  const answered = { code: readNumber(json.code) ?? 0, mj_id: name, description };
  const over = { progress: '100%', finish_time: at };
  if (!accepted) return { ...answered, ...over, status: 'FAILURE', fail_reason: description };
  if (!ended) return { ...answered, status: 'SUBMITTED' };
  const picture = action === 'UPLOAD' ? [json.result].flat()[0] : propertiesOf(json).imageUrl;
  const image_url = readText(picture, 2000);
  const done: Updateable<MidjourneyTable> = { ...answered, ...over, status: 'SUCCESS', image_url };
  return done;
}

/** An upload is complete at once; an existing drawing comes with its picture. */
function isDone(action: string, code: number, json: Record<string, unknown>): boolean {
  if (action === 'UPLOAD' && code === SUBMITTED) return true;
  return code === EXISTS && propertiesOf(json).status === 'SUCCESS';
}

function propertiesOf({ properties }: Record<string, unknown>): Record<string, unknown> {
  return typeof properties === 'object' && properties !== null ? (properties as Record<string, unknown>) : {};
}
