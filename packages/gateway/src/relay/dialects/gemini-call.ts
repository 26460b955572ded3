import type * as z from 'zod/mini';
import type {
  ChatCall,
  ChatMessage,
  Content,
  Media,
  ResponseFormat,
  Tool,
  ToolChoice,
} from '../../core/chat.ts';
import type { RelayRequest } from './dialect.ts';
import { type contentBody, type contentPart, contentsBody } from './gemini-body.ts';
import { camelCased } from './gemini-names.ts';
import { toJsonSchema } from './gemini-schema.ts';
import { HostedTools, readGoogleSearch } from './hosted-tools.ts';
import { present } from './present.ts';
import { check, unsupported } from './read-request.ts';

type Body = z.output<typeof contentsBody>;
type Config = NonNullable<Body['generationConfig']>;

/**
 * Converts the whole request for a provider of another format.
 *
 * @throws {RelayError} 400 that names the field
 */
export function toCall({ model, stream, json, choices }: RelayRequest): ChatCall {
  if (choices > 1) throw unsupported('generationConfig.candidateCount');
  const sent = camelCased(json) as Record<string, unknown>;
  if (sent.cachedContent) throw unsupported('cachedContent');
  const data = check(contentsBody, sent);
  const config = data.generationConfig ?? {};
  refuseOwnFeatures(config);
  const ids = new CallIds();
  return {
    model,
    stream,
    messages: [
      ...readSystem(data.systemInstruction),
      ...data.contents
        .map((each, at) => readContent(each, `contents.${at}`, ids))
        .filter(({ content }) => content.length > 0),
    ],
    ...readTools(data),
    stop: config.stopSequences ?? [],
    ...present('maxTokens', config.maxOutputTokens || undefined),
    ...present('temperature', config.temperature),
    ...present('topP', config.topP),
    ...present('topK', config.topK),
    ...present('presencePenalty', config.presencePenalty),
    ...present('frequencyPenalty', config.frequencyPenalty),
    ...present('seed', config.seed),
    ...present('responseFormat', readFormat(config)),
    ...readThinking(config),
  };
}

/** Creates ids of tool calls. Google has none and matches results by name and order; others require ids. */
class CallIds {
  #count = 0;
  #open: { id: string; name: string }[] = [];

  called(name: string, id = `call_${this.#count}`): string {
    this.#count += 1;
    this.#open.push({ id, name });
    return id;
  }

  answered(name: string, id?: string): string {
    const at = this.#open.findIndex((call) => (id ? call.id === id : call.name === name));
    const [call] = at < 0 ? [] : this.#open.splice(at, 1);
    return call?.id ?? id ?? name;
  }
}

function refuseOwnFeatures({ responseModalities, responseLogprobs }: Config): void {
  if (responseModalities?.some((each) => each.toUpperCase() !== 'TEXT'))
    throw unsupported('generationConfig.responseModalities');
  if (responseLogprobs) throw unsupported('generationConfig.responseLogprobs');
}

function readSystem(system: Body['systemInstruction']): ChatMessage[] {
  if (system === undefined) return [];
  const parts = typeof system === 'string' ? [{ text: system }] : system.parts;
  return [{ role: 'system', content: parts.map(({ text = '' }) => ({ type: 'text', text })) }];
}

function readContent(
  { role, parts }: z.output<typeof contentBody>,
  field: string,
  ids: CallIds,
): ChatMessage {
  const content = withoutRepeats(parts)
    .filter((part) => !HOSTED_PARTS.some((name) => part[name] !== undefined))
    .map((part, at) => readPart(part, `${field}.parts.${at}`, ids));
  return { role: role === 'model' ? 'assistant' : role === 'system' ? 'system' : 'user', content };
}

/**
 * Gemini CLI sends a result twice when it resumes a session, with the media behind it. Other vendors refuse the second
 * one.
 */
function withoutRepeats(parts: readonly z.output<typeof contentPart>[]) {
  const answered = new Set<string>();
  let isRepeated = false;
  return parts.filter(({ functionResponse, inlineData }) => {
    if (!inlineData) isRepeated = functionResponse?.id !== undefined && answered.has(functionResponse.id);
    if (functionResponse?.id) answered.add(functionResponse.id);
    return !isRepeated;
  });
}

/** Work of tools that Google ran: what the model made of it is in its texts. */
const HOSTED_PARTS = ['executableCode', 'codeExecutionResult', 'toolCall', 'toolResponse'];

function readPart(part: z.output<typeof contentPart>, field: string, ids: CallIds): Content {
  const { text, thought, thoughtSignature, inlineData, fileData, functionCall, functionResponse } = part;
  const signature = present('signature', thoughtSignature);
  if (functionCall) {
    const { name, args = {} } = functionCall;
    const id = ids.called(name, functionCall.id);
    return { type: 'tool-call', id, name, input: JSON.stringify(args), ...signature };
  }
  if (functionResponse) {
    const { name, response = {} } = functionResponse;
    const text = { type: 'text' as const, text: JSON.stringify(response) };
    const media = (functionResponse.parts ?? []).flatMap((each) => each.inlineData ?? []).map(readBlob);
    const id = ids.answered(name, functionResponse.id);
    return { type: 'tool-result', id, name, content: [text, ...media] };
  }
  if (text !== undefined) return thought ? { type: 'reasoning', text, ...signature } : { type: 'text', text };
  if (inlineData) return readBlob(inlineData);
  if (!fileData) throw unsupported(field);
  const { fileUri: url, mimeType = '' } = fileData;
  return mimeType.startsWith('image/') ? { type: 'image', url } : { type: 'file', url, mediaType: mimeType };
}

/** Google accepts both alphabets of base64, and some of its clients write the one for URLs. Others do not. */
function readBlob({ mimeType: mediaType, data }: { mimeType: string; data: string }): Media {
  const base64 = standardBase64(data);
  const kind = mediaType.startsWith('image/') ? 'image-data' : 'file-data';
  return { type: mediaType.startsWith('audio/') ? 'audio-data' : kind, mediaType, base64 };
}

function standardBase64(data: string): string {
  if (!/[-_]/.test(data) && data.length % 4 === 0) return data;
  const plain = data
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/[=\s]+$/, '');
  return plain.padEnd(Math.ceil(plain.length / 4) * 4, '=');
}

function readTools({ tools = [], toolConfig }: Body): Pick<ChatCall, 'tools' | 'toolChoice' | 'webSearch'> {
  const hosted = new HostedTools();
  for (const tool of tools)
    for (const [type, settings] of Object.entries(tool))
      if (type !== 'functionDeclarations')
        hosted.add(type, SEARCHES.has(type) ? readGoogleSearch(settings) : undefined);
  const config = toolConfig?.functionCallingConfig;
  return hosted.choose(allowed(tools.flatMap(readFunctions), config), readToolChoice(config));
}

const SEARCHES = new Set(['googleSearch', 'googleSearchRetrieval', 'enterpriseWebSearch']);

function readFunctions(tool: NonNullable<Body['tools']>[number]): Tool[] {
  return (tool.functionDeclarations ?? []).map(({ name, description, parameters, parametersJsonSchema }) => ({
    name,
    ...(description && { description }),
    parameters: parametersJsonSchema ?? toJsonSchema(parameters) ?? { type: 'object', properties: {} },
  }));
}

/** Filters the tools by Google's list of allowed names, which other vendors lack. */
function allowed(tools: Tool[], config: NonNullable<Body['toolConfig']>['functionCallingConfig']): Tool[] {
  const names = config?.allowedFunctionNames ?? [];
  return config?.mode === 'ANY' && names.length > 1
    ? tools.filter(({ name }) => names.includes(name))
    : tools;
}

function readToolChoice(
  config: NonNullable<Body['toolConfig']>['functionCallingConfig'],
): ToolChoice | undefined {
  const [only, ...others] = config?.allowedFunctionNames ?? [];
  if (config?.mode === 'NONE') return 'none';
  if (config?.mode !== 'ANY') return undefined;
  return only !== undefined && others.length === 0 ? { name: only } : 'required';
}

function readFormat({
  responseMimeType,
  responseSchema,
  responseJsonSchema,
}: Config): ResponseFormat | undefined {
  if (responseMimeType !== 'application/json') return undefined;
  const schema = responseJsonSchema ?? toJsonSchema(responseSchema);
  return schema === undefined ? { type: 'json' } : { type: 'schema', name: 'answer', schema };
}

function readThinking({ thinkingConfig }: Config): Pick<ChatCall, 'effort' | 'thinkingBudget'> {
  const level = thinkingConfig?.thinkingLevel?.toLowerCase();
  const effort = (['minimal', 'low', 'medium', 'high'] as const).find((each) => each === level);
  const budget = thinkingConfig?.thinkingBudget;
  if (budget === 0 && !effort) return { effort: 'none' };
  return { ...(effort && { effort }), ...(budget && budget > 0 && { thinkingBudget: budget }) };
}
