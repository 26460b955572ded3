import { awsMessage, hostedVendors } from '../recorded-hosts.ts';
import type { RelayLab } from '../relay.ts';
import { type ChatVendor, strictChat } from '../strict-chat.ts';
import { strictClaude } from '../strict-claude.ts';
import { strictGemini } from '../strict-gemini.ts';
import type { Planned } from '../strict-providers.ts';
import { strictResponses } from '../strict-responses.ts';
import { type ReceivedCall, type Script, sendJson } from '../upstream.ts';

type Plan = (call: ReceivedCall) => Planned;

/** A column of the table: a channel, and a provider as strict as its documentation. */
export interface Dialect {
  type: number;
  model: string;
  /** Another model for calls with reasoning, where not every model can. */
  reasoningModel?: string;
  channel?: { key: string; other?: string };
  provider: (plan: Plan) => Script;
  /** The body of an error, as the provider writes it. */
  refusal: (status: number, message: string) => object;
  /** Whether a stream is ended at the provider when its caller leaves. */
  stops: boolean;
}

export type DialectName = keyof typeof dialects;

const CLAUDE = 'claude-sonnet-4-5-20250929';
const openaiRefusal = (status: number, message: string) => ({
  error: { message, type: status === 429 ? 'requests' : 'invalid_request_error', param: null, code: null },
});
const claudeRefusal = (status: number, message: string) => ({
  type: 'error',
  error: { type: status === 429 ? 'rate_limit_error' : 'invalid_request_error', message },
});
const googleRefusal = (code: number, message: string) => ({
  error: { code, message, status: code === 429 ? 'RESOURCE_EXHAUSTED' : 'INVALID_ARGUMENT' },
});
const chat = (vendor: ChatVendor) => (plan: Plan) => strictChat(vendor, plan);

export const dialects = {
  OpenAI: {
    type: 1,
    model: 'gpt-4o',
    reasoningModel: 'gpt-5-mini',
    provider: (plan) => (call, response) =>
      call.path.endsWith('/responses')
        ? strictResponses(plan)(call, response)
        : strictChat('openai', (each) => ({ ...plan(each), thought: '' }))(call, response),
    refusal: openaiRefusal,
    stops: true,
  },
  Anthropic: {
    type: 14,
    model: CLAUDE,
    provider: strictClaude,
    refusal: claudeRefusal,
    stops: true,
  },
  Gemini: {
    type: 24,
    model: 'gemini-3-flash',
    provider: strictGemini,
    refusal: googleRefusal,
    stops: false,
  },
  DeepSeek: {
    type: 43,
    model: 'deepseek-v4-flash-vision',
    provider: chat('deepseek-vision'),
    refusal: openaiRefusal,
    stops: true,
  },
  Mistral: {
    type: 42,
    model: 'mistral-medium-latest',
    provider: chat('mistral'),
    refusal: (_, message) => ({ object: 'error', message, type: 'invalid_request_error', code: '1500' }),
    stops: false,
  },
  Bedrock: {
    type: 33,
    model: CLAUDE,
    channel: { key: 'AKIAIOSFODNN7EXAMPLE|secret|us-east-1' },
    provider: atBedrock,
    refusal: (_, message) => ({ message }),
    stops: false,
  },
  'Vertex, Gemini': {
    type: 41,
    model: 'gemini-3-flash',
    provider: (plan) => atVertex(strictGemini(plan)),
    refusal: googleRefusal,
    stops: false,
  },
  'Vertex, Claude': {
    type: 41,
    model: CLAUDE,
    provider: claudeAtVertex,
    refusal: claudeRefusal,
    stops: false,
  },
  Ollama: {
    type: 4,
    model: 'qwen3-vl',
    provider: chat('ollama'),
    refusal: openaiRefusal,
    stops: true,
  },
} satisfies Record<string, Dialect>;

/**
 * The name under which callers reach a dialect, for all purposes or one. It begins with the provider's name,
 * by which the gateway knows whether a model reasons.
 */
export const modelOf = (name: DialectName, purpose = 'tasks') =>
  `${dialects[name].model}-at-${name.toLowerCase().replace(', ', '-')}-${purpose}`;

/** Adds the channels of a dialect. One that is limited rests, so each client has its own for that. */
export async function addChannel(lab: RelayLab, name: DialectName, clients: readonly string[]) {
  const { type, model, reasoningModel = model, channel }: Dialect = dialects[name];
  const other = type === 41 ? vertexAccount(lab.upstream.url) : {};
  const plain = { [modelOf(name)]: model, [modelOf(name, 'reasoning')]: reasoningModel };
  const limited = clients.map((client) => ({ [modelOf(name, client)]: model }));
  for (const names of [plain, ...limited]) {
    const models = Object.keys(names);
    const draft = { models: models.join(','), model_mapping: JSON.stringify(names) };
    await lab.channel({ type, ...channel, ...other, ...draft });
  }
}

function vertexAccount(url: string): { key: string; other: string } {
  const { key = '{}' } = hostedVendors.find(({ type }) => type === 41)?.channel ?? {};
  return { key: JSON.stringify({ ...JSON.parse(key), token_uri: `${url}/token` }), other: 'us-central1' };
}

function atVertex(script: Script): Script {
  return (call, response) => {
    if (call.path === '/token') return sendJson(response, 200, { access_token: 'pass', expires_in: 3600 });
    if (call.headers.authorization !== 'Bearer pass')
      return sendJson(response, 401, googleRefusal(401, 'invalid credentials'));
    return script(call, response);
  };
}

/** Google has the model in the path and a version in the body. */
function claudeAtVertex(plan: Plan): Script {
  const claude = strictClaude(plan);
  return atVertex((call, response) => {
    const { anthropic_version, anthropic_beta: _, ...json } = call.json;
    const unknown = betasIn(call.headers['anthropic-beta']).find((name) => !GOOGLE_BETAS.test(name));
    if (unknown) return sendJson(response, 400, claudeRefusal(400, `Unexpected value(s) \`${unknown}\``));
    const [, model = '', task] = decodeURIComponent(call.path).match(/\/models\/(.*):(\w+)/) ?? [];
    const isRight =
      anthropic_version === 'vertex-2023-10-16' && (task === 'streamRawPredict') === Boolean(json.stream);
    if (!isRight) return sendJson(response, 400, claudeRefusal(400, 'version or stream is wrong'));
    return claude({ ...call, json: { model: model.replace('@', '-'), ...json } }, response);
  });
}

/** Hosts refuse a request for one name that they do not know. */
const GOOGLE_BETAS = /^(interleaved-thinking|context-management|tool-search-tool|computer-use|compact)-/;
const AMAZON_BETAS =
  /^(interleaved-thinking|context-management|tool-search-tool|computer-use|compact|effort)-/;

const betasIn = (header: string | string[] | undefined) => (header ? String(header).split(',') : []);

/** Amazon has model and stream in the path, a version in the body, and frames of its own. */
function atBedrock(plan: Plan): Script {
  const claude = strictClaude(plan);
  return (call, response) => {
    const { anthropic_version, anthropic_beta = [], ...json } = call.json;
    const betas = anthropic_beta as string[];
    if (!betas.every((name) => AMAZON_BETAS.test(name)))
      return sendJson(response, 400, { message: 'invalid beta flag' });
    const headers = { ...call.headers, 'anthropic-beta': betas.join() };
    const [, model = '', task = ''] = decodeURIComponent(call.path).match(/anthropic\.(.*)\/(.*)$/) ?? [];
    if (anthropic_version !== 'bedrock-2023-05-31')
      return sendJson(response, 400, { message: 'anthropic_version: field required' });
    const stream = task === 'invoke-with-response-stream';
    if (stream) frameEvents(response);
    return claude({ ...call, headers, json: { model, ...json, ...(stream && { stream }) } }, response);
  };
}

function frameEvents(response: Parameters<Script>[1]): void {
  const write = response.write.bind(response);
  const headers = { ':event-type': 'chunk', ':content-type': 'application/json', ':message-type': 'event' };
  response.write = (event: string) => {
    const json = event.slice(event.indexOf('{')).trim();
    return write(awsMessage(headers, { bytes: Buffer.from(json).toString('base64') }));
  };
}
