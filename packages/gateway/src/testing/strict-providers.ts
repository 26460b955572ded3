import * as z from 'zod/mini';
import { type ReceivedCall, type Script, sendEvents, sendJson } from './upstream.ts';

/** What a strict provider answers. */
export interface Planned {
  thought?: string;
  text?: string;
  calls?: { name: string; args: object }[];
}

/** Answers valid requests as planned, and rejects others as the provider's documentation says. */
export function strictProvider(
  check: (call: ReceivedCall) => string | undefined,
  answer: (call: ReceivedCall) => { whole: unknown; events: string[] },
): Script {
  return (call, response) => {
    const fault = check(call);
    if (fault !== undefined)
      return sendJson(response, 400, { error: { code: 400, message: fault, status: 'INVALID_ARGUMENT' } });
    const { whole, events } = answer(call);
    const isStream = call.json.stream === true || call.path.includes('stream');
    return isStream ? sendEvents(events)(call, response) : sendJson(response, 200, whole);
  };
}

/** Returns what is wrong with a value, in the words of the schema. */
export function faultOf(schema: z.ZodMiniType, value: unknown): string | undefined {
  const { error } = z.safeParse(schema, value);
  return error && JSON.stringify(error.issues);
}
