import { type ChatCall, needsSearch, type Tool, UnsupportedFeatureError } from '../../core/chat.ts';
import { googleTools } from '../../core/google-tools.ts';
import { encodeContent, turnsOf } from './gemini-content.ts';
import { readThinking, versionOf } from './gemini-thinking.ts';
import type { Target } from './provider.ts';
import { splitSystem } from './split-system.ts';

/**
 * Converts a call to Google's format. Google has no setting for one call at a time.
 *
 * @throws {UnsupportedFeatureError}
 */
export function encodeContents(call: ChatCall, target: Target): unknown {
  const { options } = target;
  const { model, config } = readThinking(target, call.maxTokens);
  const { system, turns } = splitSystem(call.messages);
  return {
    contents: turnsOf(turns, { needsSignatures: versionOf(model) >= 3, nestsMedia: versionOf(model) >= 3 }),
    ...(system.length > 0 && { systemInstruction: { parts: system.flatMap(encodeContent) } }),
    ...(!mayGround(call)
      ? call.tools.length > 0 && { tools: encodeTools(call.tools), ...encodeToolChoice(call) }
      : { tools: [{ googleSearch: {} }] }),
    generationConfig: { ...configOf(call, model), ...(config && { thinkingConfig: config }) },
    safetySettings: safetyOf(options['gemini.safety_settings']),
  };
}

/**
 * Google searches only without functions of the caller, and without lists of domains. It cannot be made to search.
 *
 * @throws {UnsupportedFeatureError}
 */
function mayGround(call: ChatCall): boolean {
  const { webSearch, tools } = call;
  if (!webSearch) return false;
  const canSearch = tools.length === 0 && !webSearch.allowedDomains && !webSearch.blockedDomains;
  if (needsSearch(call) && (!canSearch || webSearch.need === 'used'))
    throw new UnsupportedFeatureError('web-search');
  return canSearch;
}

function configOf(call: ChatCall, model: string) {
  const { responseFormat: format } = call;
  return {
    ...(call.maxTokens !== undefined && { maxOutputTokens: call.maxTokens }),
    ...(call.temperature !== undefined && { temperature: call.temperature }),
    ...(call.topP !== undefined && { topP: call.topP }),
    ...(call.topK !== undefined && { topK: call.topK }),
    ...(call.presencePenalty !== undefined && { presencePenalty: call.presencePenalty }),
    ...(call.frequencyPenalty !== undefined && { frequencyPenalty: call.frequencyPenalty }),
    ...(call.seed !== undefined && { seed: call.seed }),
    ...(call.stop.length > 0 && { stopSequences: call.stop }),
    ...(format && format.type !== 'text' && { responseMimeType: 'application/json' }),
    ...(format?.type === 'schema' && { responseJsonSchema: format.schema }),
    ...thinkingOf(call, model),
  };
}

/** Models up to 2.5 use a reasoning budget in tokens, later ones use levels. */
function thinkingOf({ thinkingBudget, effort }: ChatCall, model: string) {
  if (thinkingBudget !== undefined)
    return { thinkingConfig: { thinkingBudget, includeThoughts: thinkingBudget !== 0 } };
  if (effort === undefined) return {};
  if (versionOf(model) < 3)
    return { thinkingConfig: { thinkingBudget: budgets[effort], includeThoughts: effort !== 'none' } };
  return { thinkingConfig: { thinkingLevel: levels[effort], includeThoughts: effort !== 'none' } };
}

const budgets = { none: 0, minimal: 512, low: 1024, medium: 8192, high: 24_576, xhigh: 24_576, max: 24_576 };
const levels = {
  none: 'minimal',
  minimal: 'minimal',
  low: 'low',
  medium: 'medium',
  high: 'high',
  xhigh: 'high',
  max: 'high',
};

function encodeTools(tools: readonly Tool[]): unknown[] {
  const own = tools.filter(({ name }) => !googleTools.has(name));
  const functionDeclarations = own.map(({ name, description, parameters }) => ({
    name,
    ...(description && { description }),
    ...(hasFields(parameters) && { parametersJsonSchema: parameters }),
  }));
  return [
    ...(own.length > 0 ? [{ functionDeclarations }] : []),
    ...tools.filter(({ name }) => googleTools.has(name)).map(({ name }) => ({ [name]: {} })),
  ];
}

/** Whether a schema has fields: Google rejects an object without them. */
function hasFields(parameters: unknown): boolean {
  const { type, properties } = (parameters ?? {}) as { type?: unknown; properties?: object };
  return type !== undefined && !(type === 'object' && Object.keys(properties ?? {}).length === 0);
}

function encodeToolChoice({ toolChoice }: ChatCall) {
  if (toolChoice === undefined) return {};
  const config =
    typeof toolChoice === 'object'
      ? { mode: 'ANY', allowedFunctionNames: [toolChoice.name] }
      : { mode: { auto: 'AUTO', none: 'NONE', required: 'ANY' }[toolChoice] };
  return { toolConfig: { functionCallingConfig: config } };
}

const categories = ['HARASSMENT', 'HATE_SPEECH', 'SEXUALLY_EXPLICIT', 'DANGEROUS_CONTENT', 'CIVIC_INTEGRITY'];

function safetyOf(settings: ReadonlyMap<string, string>): unknown[] {
  return categories.flatMap((name) => {
    const category = `HARM_CATEGORY_${name}`;
    const threshold = settings.get(category) ?? settings.get('default');
    return threshold ? [{ category, threshold }] : [];
  });
}
