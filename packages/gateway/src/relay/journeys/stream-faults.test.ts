import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, callers } from '../../testing/callers.ts';
import {
  ask,
  askAll,
  bookedRows,
  type CallResult,
  expectRest,
  startFaultLab,
  type Vendor,
  vendors,
} from '../../testing/fault-lab.ts';
import { recordedStreams } from '../../testing/recorded-streams.ts';
import type { LogRow, RelayLab } from '../../testing/relay.ts';
import { cutAfter, type Script, sendEvents } from '../../testing/upstream.ts';

let lab: RelayLab;
beforeAll(async () => {
  lab = await startFaultLab();
});
afterAll(() => lab.close());

const pairs = (Object.keys(callers) as Caller[]).flatMap((caller) =>
  vendors.map((vendor): [Caller, Vendor] => [caller, vendor]),
);

/** OpenAI also supports the responses API. */
function recorded(caller: Caller, vendor: Vendor) {
  return recordedStreams[caller === 'responses' && vendor === 'openai' ? 'responses' : vendor];
}

/** Sends one call for each script at once. Returns what each caller got and what was booked. */
async function askEach(
  caller: Caller,
  vendor: Vendor,
  scripts: Record<string, Script>,
): Promise<[name: string, got: CallResult, row: LogRow | undefined][]> {
  const names = Object.keys(scripts);
  lab.upstream.script = (call, response) => {
    const number = Number(/call number (\d+)/.exec(call.body.toString())?.[1]);
    return scripts[names[number] ?? '']?.(call, response);
  };
  const seen = await Promise.all(
    names.map((_, number) => askAll(lab, { caller, vendor, prompt: `call number ${number}` })),
  );
  await expectRest(lab);
  const rows = await bookedRows(lab);
  return names.map((name, number) => {
    const got = seen[number] as CallResult;
    return [name, got, rows.get(got.id)];
  });
}

test.each(pairs)(
  'a stream of %s at %s ends cleanly, with reported or counted usage',
  async (caller, vendor) => {
    const { begin, end, endUncounted } = recorded(caller, vendor);
    const seen = await askEach(caller, vendor, {
      upstream_usage: sendEvents([...begin, ': keep-alive\n\n', ...end]),
      counted: sendEvents([...begin, ': keep-alive\n\n', ...endUncounted]),
    });
    for (const [basis, { text }, row] of seen) {
      expect(text).toContain(callers[caller].end);
      expect(text).not.toContain(callers[caller].error);
      expect(row).toMatchObject({ billing_basis: basis, completion_tokens: 3 });
      if (basis === 'upstream_usage') expect(row?.prompt_tokens).toBe(9);
      else expect(row?.prompt_tokens).toBeGreaterThan(4);
    }
  },
);

/** Whether the upstream speaks the caller's format. */
function isNative(caller: Caller, vendor: Vendor): boolean {
  const formats: Record<Vendor, readonly Caller[]> = {
    openai: ['chat', 'responses'],
    claude: ['messages'],
    gemini: ['gemini'],
  };
  return formats[vendor].includes(caller);
}

test.each(pairs.filter((pair) => isNative(...pair)))(
  'a malformed event of a stream of %s at %s reaches the caller and does not end the stream',
  async (caller, vendor) => {
    const { begin, end } = recorded(caller, vendor);
    const frames = [...begin, 'data: {"half":\n\n', ...end];
    const seen = await askEach(caller, vendor, {
      apart: sendEvents(frames),
      'in one packet': sendEvents([frames.join('')]),
    });
    for (const [packets, { text }, row] of seen) {
      if (caller !== 'chat') expect(text, packets).toBe(frames.join(''));
      expect(text, packets).toContain(callers[caller].end);
      expect(row, packets).toMatchObject({ billing_basis: 'upstream_usage', completion_tokens: 3 });
    }
  },
);

test.each(pairs.filter((pair) => !isNative(...pair)))(
  'text before an error in one packet of a stream of %s at %s reaches the caller, and so does the error',
  async (caller, vendor) => {
    const { begin, error } = recorded(caller, vendor);
    const seen = await askEach(caller, vendor, {
      error: sendEvents([[...begin, error].join('')]),
      'malformed event': sendEvents([[...begin, 'data: {"half":\n\n'].join('')]),
    });
    for (const [fault, { text }, row] of seen) {
      expect(text, fault).toContain('three');
      expect(text, fault).toContain(callers[caller].error);
      expect(text.includes('overloaded'), fault).toBe(fault === 'error');
      expect(row, fault).toMatchObject({ billing_basis: 'counted', completion_tokens: 3 });
    }
  },
);

/** Faults that each leave the response without its end. */
function faults(caller: Caller, vendor: Vendor): Record<string, Script> {
  const { begin, end, error } = recorded(caller, vendor);
  return {
    'is cut': cutAfter(begin),
    'is cut within an event': cutAfter([...begin, (end[0] ?? '').slice(0, 15)]),
    'ends too early': sendEvents(begin),
    'reports an error': sendEvents([...begin, error]),
    // What passes through unchanged is the caller's to read.
    ...(!isNative(caller, vendor) && {
      'breaks its format': sendEvents([...begin, 'data: {"half":\n\n', ...end]),
    }),
  };
}

test.each(pairs)(
  'a broken stream of %s at %s ends with an error, never cleanly, and is charged for its output',
  async (caller, vendor) => {
    for (const [fault, { status, text }, row] of await askEach(caller, vendor, faults(caller, vendor))) {
      expect(status, fault).toBe(200);
      expect(text, fault).toContain('three');
      expect(text, fault).toContain(callers[caller].error);
      expect(text, fault).not.toContain(callers[caller].end);
      expect(row, fault).toMatchObject({ billing_basis: 'counted', completion_tokens: 3 });
      expect(row?.quota, fault).toBe(Number(row?.prompt_tokens) + 3);
    }
  },
);

/** The statuses that the recorded errors imply. */
const statusOf: Record<Vendor, number> = { openai: 502, claude: 529, gemini: 503 };

test.each(pairs)(
  'a stream of %s at %s is refused and free when it fails before its first words',
  async (caller, vendor) => {
    const seen = await askEach(caller, vendor, {
      'is cut': cutAfter([]),
      'ends at once': sendEvents([]),
      'begins with an error': sendEvents([recorded(caller, vendor).error]),
    });
    for (const [fault, { status, text, id }, row] of seen) {
      expect(status, fault).toBe(fault === 'begins with an error' ? statusOf[vendor] : 502);
      expect(callers[caller].readError(text), fault).toContain(id);
      expect(row, fault).toBeUndefined();
    }
  },
);

test.each(pairs)(
  'the row of a stream of %s at %s has the error that the provider sent within it, and no key',
  async (caller, vendor) => {
    const { begin, error } = recorded(caller, vendor);
    const key = `sk-upstream-${vendor}-0123456789`;
    const sent = error.replace('overloaded"', `overloaded with ${key}"`);
    const [[, got, row] = []] = await askEach(caller, vendor, { error: sendEvents([...begin, sent]) });
    if (isNative(caller, vendor)) expect(got?.text).toBe([...begin, sent].join(''));
    const other = JSON.parse(row?.other ?? '{}');
    expect(row?.status).toBe(statusOf[vendor]);
    expect(other).toMatchObject({ status_code: statusOf[vendor] });
    expect(other.messages.en).toContain('overloaded');
    expect(other.error_code).not.toBe('upstream_cut');
    expect(row?.other).not.toContain(key);
  },
);

test.each(pairs)('a caller of %s at %s pays the reported usage when it leaves', async (caller, vendor) => {
  const { begin, end } = recorded(caller, vendor);
  let resume = () => {};
  const left = new Promise<void>((resolve) => {
    resume = resolve;
  });
  lab.upstream.script = async (call, response) => {
    await sendEvents(begin, { end: false })(call, response);
    await left;
    response.end(end.join(''));
  };
  const leave = new AbortController();
  const answer = await ask(lab, { caller, vendor, signal: leave.signal });
  await answer.body?.getReader().read();
  leave.abort();
  await expect.poll(() => lab.relay.usage().abandoned, { timeout: 20_000, interval: 5 }).toBe(1);
  resume();
  await expectRest(lab);
  const row = (await bookedRows(lab)).get(answer.headers.get('x-oneapi-request-id') ?? '');
  expect(row).toMatchObject({
    billing_basis: 'upstream_usage',
    prompt_tokens: 9,
    completion_tokens: 3,
  });
});
