import { recomputeQuota } from '@tollgate/pricing';
import { expect } from 'vitest';
import { REQUEST_ID_HEADER } from '../http/request-id.ts';
import { type Caller, callers } from './callers.ts';
import { type LogRow, type RelayLab, startRelayLab } from './relay.ts';

/** The response that a caller got. */
export interface CallResult {
  id: string;
  status: number;
  headers: Headers;
  text: string;
}

/** The vendors with channels in fault labs, by channel type. */
export const vendorTypes = { openai: 1, claude: 14, gemini: 24 } as const;
export type Vendor = keyof typeof vendorTypes;
export const vendors = Object.keys(vendorTypes) as Vendor[];

/** Every vendor with its own dialect. */
export const pairs: readonly [Caller, Vendor][] = [
  ['chat', 'openai'],
  ['messages', 'claude'],
  ['gemini', 'gemini'],
];

/** Returns the vendor of a provider address. */
export function vendorAt(path: string): Vendor {
  if (path.includes('/messages')) return 'claude';
  return path.includes('/v1beta/') ? 'gemini' : 'openai';
}

const QUOTA = 100_000_000;

/**
 * Starts a lab with one channel a vendor, at `url` or at its own upstream, each for its own model: `m-openai`
 * and so on.
 */
export async function startFaultLab(
  options: Parameters<typeof startRelayLab>[0] = {},
  url?: string,
): Promise<RelayLab> {
  const lab = await startRelayLab({ ...options, quota: QUOTA, channel: false });
  await lab.option('ModelRatio', Object.fromEntries(vendors.map((vendor) => [`m-${vendor}`, 1])));
  await lab.option('RetryTimes', 0);
  for (const vendor of vendors)
    await lab.channel({
      type: vendorTypes[vendor],
      models: `m-${vendor}`,
      key: `sk-upstream-${vendor}-0123456789`,
      base_url: url ?? lab.upstream.url,
    });
  return lab;
}

interface Ask {
  caller: Caller;
  vendor: Vendor;
  stream?: boolean;
  prompt?: string;
  /** Default: the model of the vendor's channel. */
  model?: string;
  signal?: AbortSignal;
}

/** Sends one call and returns the head of the response. */
export function ask(
  lab: RelayLab,
  { caller, vendor, stream = true, prompt, model = `m-${vendor}`, signal }: Ask,
): Promise<Response> {
  const { path, body } = callers[caller];
  return fetch(lab.url + path(model, stream), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${lab.key}` },
    body: JSON.stringify(body(model, stream, prompt ?? 'Say it in many words')),
    ...(signal && { signal }),
  });
}

/** The same, but reads the whole response. */
export async function askAll(lab: RelayLab, what: Ask): Promise<CallResult> {
  const answer = await ask(lab, what);
  const { status, headers } = answer;
  return { id: headers.get(REQUEST_ID_HEADER) ?? '', status, headers, text: await answer.text() };
}

/**
 * Returns the charged calls by request id. Checks that each cost follows from its row, and that they add up
 * to what the payer lost.
 */
export async function bookedRows(lab: RelayLab): Promise<Map<string, LogRow>> {
  const { rows, balance } = await lab.booked();
  for (const row of rows) expect(recomputeQuota(row)).toBe(row.quota);
  const charged = rows.reduce((sum, { quota }) => sum + Number(quota), 0);
  expect(QUOTA - balance).toBe(charged);
  return new Map(rows.map((row) => [row.request_id, row]));
}

/** Expects an idle gateway: no call, no stream, no body and no connection to a provider is left. */
export async function expectRest(lab: RelayLab, openConnections: () => number = () => 0): Promise<void> {
  const left = () => ({ ...lab.relay.usage(), connections: openConnections() });
  const nothing = { calls: 0, streams: 0, abandoned: 0, bodyBytes: 0, sessions: 0, connections: 0 };
  await expect.poll(left, { timeout: 20_000, interval: 5 }).toEqual(nothing);
}
