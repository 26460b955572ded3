import { addChannel, type DialectName, dialects, modelOf } from '../client-matrix/dialects.ts';
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
  /** Its channel: the number of a type, or a column of the table of clients. */
  readonly channel: number | DialectName;
  readonly script: (plan: Plan) => Script;
}

export const vendors = {
  OpenAI: {
    model: 'gpt-5.2',
    channel: 1,
    script: (plan) => {
      const responses = responsesProvider(plan);
      // OpenAI shows no reasoning in chats.
      const chat = strictChat('openai', (call) => ({ ...plan(call), thought: '' }));
      return (call, response) => (call.path.includes('/responses') ? responses : chat)(call, response);
    },
  },
  Anthropic: { model: 'claude-sonnet-4-6', channel: 14, script: (plan) => strictClaude(plan) },
  Gemini: { model: 'gemini-3.8-flash', channel: 24, script: strictGemini },
  DeepSeek: {
    model: 'deepseek-v4-pro',
    channel: 43,
    // Its models think before every answer.
    script: (plan) => strictChat('deepseek', (call) => ({ thought: 'I think.', ...plan(call) })),
  },
  Mistral: { model: 'magistral-medium-latest', channel: 42, script: (plan) => strictChat('mistral', plan) },
} satisfies Record<string, Vendor>;

/** Ollama ignores fields that it has no use for. Conversions do not send them: the table of SDKs has that. */
function forgivingOllama(plan: Plan): Script {
  const strict = dialects.Ollama.provider(plan);
  return (call, response) => {
    const { tool_choice, parallel_tool_calls, user, ...json } = call.json;
    const messages = (json.messages as Record<string, unknown>[]).map(
      ({ reasoning_content, ...message }) => message,
    );
    return strict({ ...call, json: { ...json, messages } }, response);
  };
}

const hostOf = (name: DialectName, script: Vendor['script'] = dialects[name].provider): Vendor => ({
  model: modelOf(name),
  channel: name,
  script,
});

/** The same with hosts of models, for the programs of the guides. */
export const allVendors: Readonly<Record<string, Vendor>> = {
  ...vendors,
  Bedrock: hostOf('Bedrock'),
  'Vertex, Gemini': hostOf('Vertex, Gemini'),
  'Vertex, Claude': hostOf('Vertex, Claude'),
  Ollama: hostOf('Ollama', forgivingOllama),
};

/** Starts a gateway with a channel for each vendor. Its provider has no script yet. */
export async function startVendorLab(list: Readonly<Record<string, Vendor>> = vendors): Promise<RelayLab> {
  const lab = await startRelayLab({ quota: 1_000_000_000, channel: false });
  const models = Object.values(list).map(({ model }) => [model, 1]);
  await lab.option('ModelRatio', Object.fromEntries(models));
  for (const { model, channel } of Object.values(list))
    await (typeof channel === 'number'
      ? lab.channel({ type: channel, models: model })
      : addChannel(lab, channel, []));
  return lab;
}
