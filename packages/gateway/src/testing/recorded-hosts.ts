import { generateKeyPairSync } from 'node:crypto';
import { CLAUDE, claudeEvents, claudeMessage } from './recorded-claude.ts';
import { geminiAnswer, geminiStream } from './recorded-gemini.ts';
import { counted, data, type RecordedVendor, textMatching, userMessages } from './recorded-vendor.ts';

/** Messages of `application/vnd.amazon.eventstream`: https://docs.aws.amazon.com/transcribe/latest/dg/event-stream.html */
export function awsMessage(headers: Record<string, string>, payload: object): Buffer {
  const names = Object.entries(headers).map(([name, value]) => {
    const head = Buffer.alloc(1 + name.length + 3);
    head.writeUInt8(name.length, 0);
    head.write(name, 1);
    head.writeUInt8(7, 1 + name.length);
    head.writeUInt16BE(Buffer.byteLength(value), 2 + name.length);
    return Buffer.concat([head, Buffer.from(value)]);
  });
  const head = Buffer.concat(names);
  const body = Buffer.from(JSON.stringify(payload));
  const prelude = Buffer.alloc(12);
  prelude.writeUInt32BE(12 + head.length + body.length + 4, 0);
  prelude.writeUInt32BE(head.length, 4);
  return Buffer.concat([prelude, head, body, Buffer.alloc(4)]);
}

const claudeJson = claudeEvents.map((event) => event.slice(event.indexOf('{')).trim());
const chunks = claudeJson.map((json) =>
  awsMessage(
    { ':event-type': 'chunk', ':content-type': 'application/json', ':message-type': 'event' },
    { bytes: Buffer.from(json).toString('base64'), p: 'abcdef' },
  ),
);
const inPieces = Buffer.concat(chunks);

/** https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages.html */
const bedrock: RecordedVendor = {
  name: 'Bedrock',
  type: 33,
  channel: { key: 'AKIAIOSFODNN7EXAMPLE|wJalrXUtnFEMI-of-aws|us-east-1' },
  model: CLAUDE,
  path: /^\/model\/us\.anthropic\.claude-3-7-sonnet-20250219-v1%3A0\/invoke$/,
  streamPath: /-v1%3A0\/invoke-with-response-stream$/,
  headers: {
    authorization: textMatching(
      /^AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE\/\d{8}\/us-east-1\/bedrock\/aws4_request, /,
    ),
    'x-amz-date': textMatching(/^\d{8}T\d{6}Z$/),
  },
  body: {
    anthropic_version: 'bedrock-2023-05-31',
    max_tokens: 100,
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Say hello' }] }],
  },
  streamBody: { anthropic_version: 'bedrock-2023-05-31', max_tokens: 100 },
  whole: claudeMessage,
  frames: [inPieces.subarray(0, 150), inPieces.subarray(150, 900), inPieces.subarray(900)],
  contentType: 'application/vnd.amazon.eventstream',
  usage: [500, 50],
  text: 'Hello there',
  refusal: { status: 403, body: { message: 'The security token included in the request is invalid.' } },
};

const account = JSON.stringify({
  type: 'service_account',
  project_id: 'project-1',
  private_key_id: 'k1',
  private_key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  }),
  client_email: 'robot@project-1.iam.gserviceaccount.com',
});
const vertexFacts = {
  type: 41,
  channel: { key: account, other: '{"default":"us-central1","gemini-2.0-flash":"europe-west4"}' },
  headers: { authorization: 'Bearer 24.pass' },
  refusal: {
    status: 401,
    body: { error: { code: 401, message: 'invalid credentials', status: 'UNAUTHENTICATED' } },
  },
};

/** https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/inference */
const vertexGemini: RecordedVendor = {
  ...vertexFacts,
  name: 'Vertex with Gemini',
  model: 'gemini-2.0-flash',
  path: /^\/v1\/projects\/project-1\/locations\/europe-west4\/publishers\/google\/models\/gemini-2\.0-flash:generateContent$/,
  streamPath: /gemini-2\.0-flash:streamGenerateContent\?alt=sse$/,
  body: { contents: [{ role: 'user', parts: [{ text: 'Say hello' }] }] },
  streamBody: { contents: [{ role: 'user', parts: [{ text: 'Say hello' }] }] },
  whole: geminiAnswer,
  frames: geminiStream,
  usage: [107, 50],
  text: 'Let me look.',
};

/** https://cloud.google.com/vertex-ai/generative-ai/docs/partner-models/claude/use-claude */
const vertexClaude: RecordedVendor = {
  ...vertexFacts,
  name: 'Vertex with Claude',
  model: CLAUDE,
  path: /^\/v1\/projects\/project-1\/locations\/us-central1\/publishers\/anthropic\/models\/claude-3-7-sonnet%4020250219:rawPredict$/,
  streamPath: /claude-3-7-sonnet%4020250219:streamRawPredict\?alt=sse$/,
  body: { anthropic_version: 'vertex-2023-10-16', max_tokens: 100 },
  streamBody: { anthropic_version: 'vertex-2023-10-16', stream: true },
  whole: claudeMessage,
  frames: claudeEvents,
  usage: [500, 50],
  text: 'Hello there',
};

const chunk = (fields: object) =>
  data({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', ...fields });

/** https://cloud.google.com/vertex-ai/generative-ai/docs/partner-models/llama */
const vertexLlama: RecordedVendor = {
  ...vertexFacts,
  name: 'Vertex with Llama',
  model: 'meta/llama3-405b-instruct-maas',
  path: /^\/v1beta1\/projects\/project-1\/locations\/us-central1\/endpoints\/openapi\/chat\/completions$/,
  streamPath: /\/endpoints\/openapi\/chat\/completions$/,
  body: { model: 'meta/llama3-405b-instruct-maas', messages: userMessages },
  streamBody: { stream: true, stream_options: { include_usage: true } },
  whole: {
    id: 'c',
    object: 'chat.completion',
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content: 'Hello there' }, finish_reason: 'stop' }],
    usage: counted,
  },
  frames: [
    chunk({
      choices: [{ index: 0, delta: { role: 'assistant', content: 'Hello there' }, finish_reason: 'stop' }],
    }),
    chunk({ choices: [], usage: counted }),
    'data: [DONE]\n\n',
  ],
  usage: [12, 6],
  text: 'Hello there',
};

/** Models of one vendor at the address of another. */
export const hostedVendors: readonly RecordedVendor[] = [bedrock, vertexGemini, vertexClaude, vertexLlama];
