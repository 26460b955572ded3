import { type ChatCall, UnsupportedFeatureError } from '../../core/chat.ts';
import { plainMessages, refuseRules } from './plain-text.ts';
import type { Target } from './provider.ts';

/** Returns the version of the model's suffix, else of the channel. */
export function versionOf({ model, other }: Pick<Target, 'model' | 'other'>): string {
  return /-(v\d+(?:\.\d+)?)$/.exec(model)?.[1] ?? (other || 'v1.1');
}

/** Builds the only message to the vendor. @throws {UnsupportedFeatureError} */
export function encodeSpark(call: ChatCall, target: Target): unknown {
  refuseRules(call);
  if (call.toolChoice === 'required' || typeof call.toolChoice === 'object')
    throw new UnsupportedFeatureError('tool-choice');
  const tools = call.toolChoice === 'none' ? [] : call.tools;
  const version = versionOf(target);
  return {
    header: { app_id: target.key.split('|')[0] },
    parameter: {
      chat: {
        domain: domains.get(version) ?? `general${version}`,
        ...(call.temperature !== undefined && { temperature: Math.min(1, Math.max(0.01, call.temperature)) }),
        ...(call.topK !== undefined && { top_k: Math.min(6, Math.max(1, call.topK)) }),
        ...(call.maxTokens !== undefined && { max_tokens: call.maxTokens }),
      },
    },
    payload: {
      message: { text: plainMessages({ ...call, tools: [] }) },
      ...(tools.length > 0 && {
        functions: {
          text: tools.map(({ name, description, parameters }) => ({
            name,
            description: description ?? name,
            parameters: parameters ?? { type: 'object', properties: {} },
          })),
        },
      }),
    },
  };
}

const domains = new Map(
  Object.entries<string>({
    'v1.1': 'lite',
    'v2.1': 'generalv2',
    'v3.1': 'generalv3',
    'v3.5': 'generalv3.5',
    'v4.0': '4.0Ultra',
  }),
);
