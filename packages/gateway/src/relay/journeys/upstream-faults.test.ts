import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, callers } from '../../testing/callers.ts';
import {
  askAll,
  bookedRows,
  type CallResult,
  expectRest,
  pairs,
  startFaultLab,
} from '../../testing/fault-lab.ts';
import { type RawUpstream, startRawUpstream } from '../../testing/raw-upstream.ts';
import type { LogRow, RelayLab } from '../../testing/relay.ts';
import { type CallerView, type Fault, silences, upstreamFaults } from '../../testing/upstream-faults.ts';
import { voiceOf } from '../../testing/voices.ts';

/** Longer than any machine needs for an available response; a silent provider costs the tests this time. */
const SILENCE_MS = 1500;

let upstream: RawUpstream;
let lab: RelayLab;
let patient: RelayLab;
beforeAll(async () => {
  upstream = await startRawUpstream(() => {});
  patient = await startFaultLab({}, upstream.url);
  lab = await startFaultLab({ silenceMs: SILENCE_MS }, upstream.url);
});
afterAll(async () => {
  await lab.close();
  await patient.close();
  await upstream.close();
});

/** Runs the faults in all dialects at once, whole and streamed. */
async function suffer(at: RelayLab, faults: readonly Fault[]): Promise<void> {
  const calls = faults.flatMap((fault) =>
    pairs.flatMap(([caller, vendor]) =>
      [true, false]
        .filter((stream) => fault.answer(voiceOf(vendor), stream))
        .map((stream) => ({ fault, caller, vendor, stream })),
    ),
  );
  upstream.script = ({ path, body }, socket) => {
    const number = Number(/call number (\d+)/.exec(body)?.[1]);
    const { fault, vendor, stream } = calls[number] as (typeof calls)[number];
    void fault.answer(voiceOf(vendor), stream)?.({ path, body }, socket);
  };
  const seen = await Promise.all(
    calls.map(async ({ caller, vendor, stream }, number) =>
      askAll(at, { caller, vendor, stream, prompt: `call number ${number}` }),
    ),
  );
  await expectRest(at, upstream.open);
  const rows = await bookedRows(at);
  calls.forEach(({ fault, caller, stream }, number) => {
    const got = seen[number] as CallResult;
    const where = `${caller}, ${stream ? 'stream' : 'plain'}: ${fault.name}\n${got.text.slice(0, 2000)}`;
    expects[stream ? fault.stream : fault.plain]({
      fault,
      caller,
      stream,
      got,
      row: rows.get(got.id),
      where,
    });
  });
}

interface Case {
  fault: Fault;
  caller: Caller;
  stream: boolean;
  got: CallResult;
  row: LogRow | undefined;
  where: string;
}

const expects: Record<CallerView, (seen: Case) => void> = {
  refused({ fault, caller, got, row, where }) {
    const { status = 502 } = fault;
    expect(got.status, where).toBe(typeof status === 'number' ? status : (status[caller] ?? 502));
    expect(callers[caller].readError(got.text), where).toMatch(
      new RegExp(`^\\S.* \\(request id: ${got.id}\\)$`, 's'),
    );
    expect(got.text, where).not.toContain('sk-upstream');
    expect(row, where).toBeUndefined();
  },
  cut({ caller, got, row, where }) {
    const { error, end } = callers[caller];
    expect(got.status, where).toBe(200);
    expect(got.text, where).toContain('three');
    expect(got.text.split(error).length, where).toBe(2);
    expect(got.text.indexOf(error), where).toBeGreaterThan(got.text.indexOf('three'));
    expect(got.text, where).not.toContain(end);
    expect(row, where).toMatchObject({ billing_basis: 'counted', completion_tokens: 3 });
    expect(row?.quota, where).toBe(Number(row?.prompt_tokens) + 3);
  },
  whole({ fault, caller, stream, got, row, where }) {
    const { error, end } = callers[caller];
    expect(got.status, where).toBe(200);
    if (stream) expect(got.text, where).toContain(end);
    expect(got.text, where).not.toContain(error);
    expect(row, where).toMatchObject({ billing_basis: fault.basis ?? 'upstream_usage' });
  },
};

test.each(upstreamFaults.map((fault): [string, Fault] => [fault.name, fault]))(
  'when a provider %s, calls of every dialect get an error in their format, are charged by the rule and end',
  async (_, fault) => suffer(patient, [fault]),
);

test('a call ends in time when its provider is silent before its response or within it', () =>
  suffer(lab, silences));

test("an unreachable provider is an error in the caller's format, and free", async () => {
  upstream.script = (_, socket) => void socket.end();
  const addresses = {
    'a closed port': 'http://127.0.0.1:1',
    'no TLS is spoken': upstream.url.replace('http:', 'https:'),
    'the address is forbidden': 'http://10.255.255.1',
  };
  const rowCount = (await bookedRows(patient)).size;
  for (const [reason, base_url] of Object.entries(addresses)) {
    await patient.ctx.db.updateTable('channels').set({ base_url }).execute();
    patient.ctx.revisions.announce('channels');
    for (const [caller, vendor] of pairs)
      for (const stream of [true, false]) {
        const got = await askAll(patient, { caller, vendor, stream });
        expect(got.status, reason).toBe(502);
        expect(callers[caller].readError(got.text), reason).toContain(got.id);
        expect(got.text, reason).not.toMatch(/127\.0\.0\.1|10\.255/);
      }
  }
  await expectRest(patient, upstream.open);
  expect((await bookedRows(patient)).size).toBe(rowCount);
});
