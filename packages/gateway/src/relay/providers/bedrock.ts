import { ChannelFieldError } from '../../core/channel-field-error.ts';
import { isRegion } from '../../core/region.ts';
import { createClaudeUnframer } from './aws-event-stream.ts';
import { type AwsAccount, signForAws } from './aws-sign.ts';
import { hostedClaude } from './hosted-claude.ts';
import type { Provider, Target } from './provider.ts';

/** Claude at Amazon: https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages.html */
export const bedrock: Provider = {
  chat: hostedClaude('bedrock-2023-05-31', 'bedrock', {
    address(target) {
      const { region } = accountOf(target);
      const base = target.baseUrl || `https://${hostOf(region)}`;
      const action = target.stream ? 'invoke-with-response-stream' : 'invoke';
      return {
        url: `${base}/model/${encodeURIComponent(modelOf(target.model, region))}/${action}`,
        headers: {},
      };
    },
    auth: {
      kind: 'signature',
      sign: (request, target, now) => signForAws(request, accountOf(target), 'bedrock', now),
    },
    transport: { kind: 'framed', toSse: createClaudeUnframer },
  }),
};

/** @throws {ChannelFieldError} for a region that could lead to another host */
function hostOf(region: string): string {
  if (!isRegion(region)) throw new ChannelFieldError('key', 'region_form');
  return `bedrock-runtime.${region}.amazonaws.com`;
}

/** The key is `AK|SK|Region`. */
function accountOf({ key }: Pick<Target, 'key'>): AwsAccount {
  const [id = '', secret = '', region = ''] = key.split('|').map((part) => part.trim());
  return { id, secret, region };
}

/** Returns Amazon's name of a model. Keeps names that are Amazon's already, profiles and ARNs. */
function modelOf(model: string, region: string): string {
  if (model.includes('anthropic.') || model.startsWith('arn:')) return model;
  const name = named.get(model.replace(/-thinking$/, '')) ?? datedName(model);
  const area = areas.get(region.split('-')[0] ?? '');
  return area && acrossRegions.test(name) ? `${area}.${name}` : name;
}

/** https://docs.aws.amazon.com/bedrock/latest/userguide/models-supported.html */
const named = new Map(
  Object.entries<string>({
    'claude-instant-1.2': 'anthropic.claude-instant-v1',
    'claude-2.0': 'anthropic.claude-v2',
    'claude-2.1': 'anthropic.claude-v2:1',
    'claude-3-5-sonnet-20241022': 'anthropic.claude-3-5-sonnet-20241022-v2:0',
    'claude-opus-4-6': 'anthropic.claude-opus-4-6-v1',
  }),
);

function datedName(model: string): string {
  const name = model.replace(/-thinking$/, '');
  return /-\d{8}$/.test(name) ? `anthropic.${name}-v1:0` : `anthropic.${name}`;
}

/** Later models are available through profiles that span the regions of an area. */
const areas = new Map(Object.entries<string>({ us: 'us', eu: 'eu', ap: 'apac' }));
const acrossRegions = /claude-(3-5-haiku|3-5-sonnet-20241022|3-7|opus|sonnet|haiku)/;
