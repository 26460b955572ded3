import { type RelayLab, startRelayLab } from '../relay.ts';
import { strictChat } from '../strict-chat.ts';
import { strictClaude } from '../strict-claude.ts';
import { strictGemini } from '../strict-gemini.ts';
import type { Planned } from '../strict-providers.ts';
import type { ReceivedCall, Script } from '../upstream.ts';
import { responsesProvider } from './responses-provider.ts';

type Plan = (call: ReceivedCall) => Planned;

/** A provider as strict as its documentation, and the model that a channel of it serves. */
export interface Vendor {
  readonly model: string;
  /** Number of the channel type. */
  readonly type: number;
  readonly script: (plan: Plan) => Script;
}

export const vendors = {
  OpenAI: {
    model: 'gpt-5.2',
    type: 1,
    script: (plan) => {
      const responses = responsesProvider(plan);
      // OpenAI shows no reasoning in chats.
      const chat = strictChat('openai', (call) => ({ ...plan(call), thought: '' }));
      return (call, response) => (call.path.includes('/responses') ? responses : chat)(call, response);
    },
  },
  Anthropic: { model: 'claude-sonnet-4-6', type: 14, script: (plan) => strictClaude(plan) },
  Gemini: { model: 'gemini-3.8-flash', type: 24, script: strictGemini },
  DeepSeek: {
    model: 'deepseek-v4-pro',
    type: 43,
    // Its models think before every answer.
    script: (plan) => strictChat('deepseek', (call) => ({ thought: 'I think.', ...plan(call) })),
  },
  Mistral: { model: 'magistral-medium-latest', type: 42, script: (plan) => strictChat('mistral', plan) },
} satisfies Record<string, Vendor>;

export type VendorName = keyof typeof vendors;

/** Starts a gateway with a channel for each vendor. Its provider has no script yet. */
export async function startVendorLab(): Promise<RelayLab> {
  const lab = await startRelayLab({ quota: 1_000_000_000, channel: false });
  const models = Object.values(vendors).map(({ model }) => [model, 1]);
  await lab.option('ModelRatio', Object.fromEntries(models));
  for (const { model, type } of Object.values(vendors)) await lab.channel({ type, models: model });
  return lab;
}
