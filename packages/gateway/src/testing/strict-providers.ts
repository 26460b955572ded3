import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { type ReceivedCall, type Script, sendEvents, sendJson } from './upstream.ts';

/** What a strict provider answers. */
export interface Planned {
  thought?: string;
  text?: string;
  calls?: { name: string; args: object }[];
  /** Time for which a stream waits behind its text, unless the connection is closed. */
  pauseMs?: number;
}

/** Answers valid requests as planned, and rejects others as the provider's documentation says. */
export function strictProvider(
  check: (call: ReceivedCall) => string | undefined,
  plan: (call: ReceivedCall) => Planned,
  answer: (planned: Planned) => { whole: unknown; events: string[] },
): Script {
  return (call, response) => {
    const fault = check(call);
    if (fault !== undefined)
      return sendJson(response, 400, { error: { code: 400, message: fault, status: 'INVALID_ARGUMENT' } });
    const planned = plan(call);
    const { whole, events } = answer(planned);
    const isStream = call.json.stream === true || call.path.includes('stream');
    return isStream ? sendPlanned(events, planned)(call, response) : sendJson(response, 200, whole);
  };
}

/** Sends the events of a planned answer, with its pause. */
export function sendPlanned(events: readonly string[], { text = '', pauseMs }: Planned = {}): Script {
  if (pauseMs === undefined) return sendEvents(events);
  const begun = events.findIndex((event) => event.includes(text)) + 1;
  return async (call, response) => {
    await sendEvents(events.slice(0, begun), { end: false })(call, response);
    await Promise.race([sleep(pauseMs), once(response, 'close')]);
    for (const event of events.slice(begun)) if (!response.destroyed) response.write(event);
    response.end();
  };
}

/** Returns what is wrong with a value, in the words of the schema. */
export function faultOf(schema: z.ZodMiniType, value: unknown): string | undefined {
  const { error } = z.safeParse(schema, value);
  return error && JSON.stringify(error.issues);
}
