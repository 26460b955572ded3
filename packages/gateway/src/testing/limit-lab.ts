import {
  createLimit,
  deleteLimit,
  getLimitUsage,
  type LimitRuleDraft,
  type LimitWindow,
  listLimits,
} from '@tollgate/contract';
import { type RelayLab, startRelayLab } from './relay.ts';
import { completion, type Script } from './upstream.ts';

/** A prompt token of this model costs 1 unit. */
export const LIMITED_MODEL = 'gpt-4o-mini';
/** Units of an answer token. */
export const OUTPUT = 4;
const PLENTY = 1_000_000_000;
const MIDDAY = Date.parse('2026-11-25T12:10:00Z');

/** A gateway at ten past twelve on a Wednesday, with a rich caller. */
export interface LimitLab extends RelayLab {
  /** Creates a rule for everybody unless the draft says otherwise. Returns its id. */
  limit(draft: Partial<LimitRuleDraft> & Pick<LimitRuleDraft, 'resource' | 'amount'>): Promise<number>;
  /** The window of a rule that counts now. */
  usage(id: number): Promise<LimitWindow>;
  send(fields?: object, signal?: AbortSignal): Promise<Response>;
  post(path: string, body: object, signal?: AbortSignal): Promise<Response>;
  /** The provider answers when it is released. */
  holdBack(): { release(): void };
  /** Lets the clock of the gateway go on. */
  pass(ms: number): void;
  /** Removes all rules, and sets clock and provider back. */
  reset(): Promise<void>;
}

export async function startLimitLab(): Promise<LimitLab> {
  let clock = MIDDAY;
  const now = () => clock;
  const lab = await startRelayLab({
    ...{ channel: false, quota: PLENTY, now, monotonicNow: () => performance.now() },
  });
  await lab.option('ModelRatio', { [LIMITED_MODEL]: 1 });
  await lab.option('CompletionRatio', { [LIMITED_MODEL]: OUTPUT });
  await lab.channel({ type: 1, models: LIMITED_MODEL, key: 'upstream-key-123456' });
  const admin = () => lab.as('admin');
  const post = (path: string, body: object, signal?: AbortSignal) =>
    fetch(`${lab.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${lab.key}` },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    });
  return {
    ...lab,
    post,
    send(fields = {}, signal) {
      const messages = [{ role: 'user', content: 'hi' }];
      return post(
        '/v1/chat/completions',
        { model: LIMITED_MODEL, max_tokens: 100, messages, ...fields },
        signal,
      );
    },
    async limit(draft) {
      const { id } = await admin().get(createLimit, { scope: 'everybody', ...draft });
      lab.upstream.calls.length = 0;
      return id;
    },
    async usage(id) {
      const windows = await admin().get(getLimitUsage, { id });
      const current = windows.find(({ is_current }) => is_current);
      if (!current) throw new Error('no window counts now');
      return current;
    },
    holdBack() {
      const { promise, resolve } = Promise.withResolvers<void>();
      const answer: Script = completion();
      lab.upstream.script = async (call, response) => {
        await promise;
        await answer(call, response);
      };
      return { release: resolve };
    },
    pass(ms) {
      clock += ms;
    },
    async reset() {
      const { items } = await admin().get(listLimits, { page_size: 100 });
      for (const { id } of items) await admin().get(deleteLimit, { id });
      lab.upstream.script = completion();
      clock = MIDDAY;
    },
  };
}
