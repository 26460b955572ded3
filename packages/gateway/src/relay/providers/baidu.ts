import * as z from 'zod/mini';
import { createWenxinDecoder, decodeWenxin, findWenxinFault } from './baidu-answer.ts';
import { encodeWenxin } from './baidu-request.ts';
import { readSilentUsage } from './endpoint-usage.ts';
import { readUsage } from './openai-usage.ts';
import { CHUNKS, JSON_OR_SSE } from './operation.ts';
import type { Address, Auth, Provider, SignableRequest, Target, TokenExchange } from './provider.ts';
import { NO_TRANSLATION } from './translation.ts';

/**
 * Exchanges `APIKey|SecretKey` for an access token: https://cloud.baidu.com/doc/WENXINWORKSHOP/s/Ilkkrb0i5
 */
const exchange: TokenExchange = {
  address({ baseUrl, key }) {
    const [id = '', secret = ''] = key.split('|');
    const query = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: id,
      client_secret: secret,
    });
    return { url: `${baseUrl}/oauth/2.0/token?${query}`, headers: {} };
  },
  read(answer) {
    const { access_token: pass, expires_in: seconds } = z.parse(passSchema, answer);
    return { accessToken: pass, seconds };
  },
};

const auth: Auth = { kind: 'access-token', exchange, attach };

/** https://cloud.baidu.com/doc/WENXINWORKSHOP/s/clntwmv7t */
export const baidu: Provider = {
  chat: {
    native: 'own',
    modelInAddress: true,
    auth,
    transport: JSON_OR_SSE,
    findFault: findWenxinFault,
    address: (target) => addressOf(target, 'chat'),
    usage: { read: (usage) => readUsage(usage, {}) },
    translate: {
      kind: 'chat',
      conversion: { encode: encodeWenxin, decode: decodeWenxin, createDecoder: createWenxinDecoder },
    },
  },
  others: [
    {
      native: 'embeddings',
      modelInAddress: true,
      stream: CHUNKS,
      auth,
      transport: JSON_OR_SSE,
      translate: NO_TRANSLATION,
      findFault: findWenxinFault,
      address: (target) => addressOf(target, 'embeddings'),
      usage: { read: readSilentUsage },
      edits: ({ input }) => [['model', undefined], ...(typeof input === 'string' ? listed(input) : [])],
    },
  ],
};

function listed(input: string): [string, unknown][] {
  return [['input', [input]]];
}

function addressOf({ baseUrl, model }: Target, kind: string): Address {
  const path = '/rpc/2.0/ai_custom/v1/wenxinworkshop';
  return {
    url: `${baseUrl}${path}/${kind}/${endpoints.get(model) ?? encodeURIComponent(model.toLowerCase())}`,
    headers: {},
  };
}

/** Models whose path is not their name. */
const endpoints = new Map(
  Object.entries<string>({
    'ERNIE-4.0-8K': 'completions_pro',
    'ERNIE-Bot-4': 'completions_pro',
    'ERNIE-3.5-8K': 'completions',
    'ERNIE-Bot': 'completions',
    'ERNIE-Bot-turbo': 'eb-instant',
    'ERNIE-Speed-8K': 'ernie_speed',
    'BLOOMZ-7B': 'bloomz_7b1',
    'bge-large-zh': 'bge_large_zh',
    'bge-large-en': 'bge_large_en',
    'tao-8k': 'tao_8k',
  }),
);

function attach({ url, headers }: SignableRequest, accessToken: string): Address {
  return { url: `${url}?access_token=${encodeURIComponent(accessToken)}`, headers };
}

const passSchema = z.object({ access_token: z.string().check(z.minLength(1)), expires_in: z.number() });
