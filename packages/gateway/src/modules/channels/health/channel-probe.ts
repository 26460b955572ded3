import type { Usage } from '@tollgate/pricing';
import type { Context } from '../../../core/context.ts';
import type { RouteChannel } from '../routing/route-channel.ts';
import type { Fault } from './channel-health.ts';

/** A call as a user would send it. */
export interface Question {
  path: '/v1/chat/completions' | '/v1/embeddings';
  body: { model: string } & Record<string, unknown>;
}

export interface ProbeAnswer {
  /** What the provider calls the model. */
  upstreamModel: string;
  usage: Partial<Usage>;
  /** The failure, when there is no answer. */
  fault?: Fault;
}

/** The relay's part of a test: it sends the request. */
export type Probe = (ctx: Context, channel: RouteChannel, question: Question) => Promise<ProbeAnswer>;

/** Returns the shortest request that a model of this name answers, at almost no cost. */
export function questionFor(type: number, model: string): Question {
  if (type === MOKA || /embedding|embed|bge-|^m3e/i.test(model))
    return { path: '/v1/embeddings', body: { model, input: ['hello world'] } };
  const messages = [{ role: 'user', content: 'hi' }];
  return {
    path: '/v1/chat/completions',
    body: { model, messages, stream: false, ...limitOf(model.toLowerCase()) },
  };
}

const MOKA = 44;

/** Reasoning models need tokens for it before the first word. */
function limitOf(model: string): Record<string, number> {
  if (/^(o1|o3)/.test(model)) return { max_completion_tokens: 10 };
  if (model.includes('thinking')) return model.includes('claude') ? {} : { max_tokens: 50 };
  return { max_tokens: model.includes('gemini') ? 300 : 10 };
}
