import { gemini } from './gemini.ts';
import { readThinking } from './gemini-thinking.ts';
import { hostedClaude } from './hosted-claude.ts';
import { openaiChat } from './openai-compatible.ts';
import { changed, JSON_OR_SSE } from './operation.ts';
import type { Address, Auth, Operation, Provider, SignableRequest, Target } from './provider.ts';
import { accountOf, regionOf, serviceAccountLogin } from './vertex-account.ts';
import { vertexEmbeddings } from './vertex-embeddings.ts';

/** Models of several makers at Google: https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/inference */
export const vertex: Provider = {
  forModel(model) {
    if (model.startsWith('claude')) return { chat: claude };
    return model.includes('llama') ? { chat: llama } : google;
  },
};

const auth: Auth = { kind: 'access-token', exchange: serviceAccountLogin, attach };

const claude = hostedClaude('vertex-2023-10-16', 'vertex', {
  auth,
  transport: JSON_OR_SSE,
  address: (target) =>
    modelAddress(target, 'anthropic', target.stream ? 'streamRawPredict?alt=sse' : 'rawPredict'),
});

const llama = changed(openaiChat(), {
  auth,
  address: (target) => ({
    url: `${projectUrl(target, 'v1beta1')}/endpoints/openapi/chat/completions`,
    headers: {},
  }),
});

/** Google's models, with the tasks of its other API under another path. */
const google: Pick<Provider, 'chat' | 'others'> = {
  ...(gemini.chat && { chat: atVertex(gemini.chat) }),
  others: [
    ...(gemini.others ?? [])
      .filter(({ native }) => native === 'images/generations' || native === 'gemini-count')
      .map(atVertex),
    vertexEmbeddings({ auth, address: (target) => modelAddress(target, 'google', 'predict') }),
  ],
};

function atVertex(operation: Operation): Operation {
  return changed(operation, {
    auth,
    address(target) {
      const { url } = operation.address(target);
      return modelAddress(target, 'google', url.slice(url.lastIndexOf(':') + 1));
    },
  });
}

function modelAddress(target: Target, publisher: string, action: string): Address {
  const model = publisher === 'anthropic' ? claudeName(target.model) : readThinking(target, undefined).model;
  return {
    url: `${projectUrl(target, 'v1')}/publishers/${publisher}/models/${encodeURIComponent(model)}:${action}`,
    headers: {},
  };
}

function projectUrl(target: Target, version: string): string {
  const region = regionOf(target);
  const host = region === 'global' ? 'aiplatform.googleapis.com' : `${region}-aiplatform.googleapis.com`;
  const { project_id: project } = accountOf(target);
  return `${target.baseUrl || `https://${host}`}/${version}/projects/${project}/locations/${region}`;
}

/**
 * Google separates the date of a model with an at sign:
 * https://cloud.google.com/vertex-ai/generative-ai/docs/partner-models/claude
 */
function claudeName(model: string): string {
  const name = model.replace(/-thinking$/, '');
  if (name === 'claude-3-5-sonnet-20241022') return 'claude-3-5-sonnet-v2@20241022';
  return name.replace(/-(\d{8})$/, '@$1');
}

function attach({ url, headers }: SignableRequest, accessToken: string): Address {
  return { url, headers: { ...headers, authorization: `Bearer ${accessToken}` } };
}
