import type { Failure } from '../errors.ts';
import type { Dialect } from './dialect.ts';
import { createFormatter, formatAnswer } from './gemini-answer.ts';
import { toCall } from './gemini-call.ts';
import { parse, parseSilent } from './gemini-request.ts';
import { vectors } from './gemini-vectors.ts';

const errors = {
  formatError: (failure: Failure) => JSON.stringify(errorBody(failure)),
  formatStreamError: (failure: Failure) => `data: ${JSON.stringify(errorBody(failure))}\n\n`,
};

/** https://ai.google.dev/api/generate-content */
export const gemini: Dialect = {
  ...errors,
  id: 'gemini',
  parse,
  translator: {
    toCall,
    formatAnswer,
    createFormatter,
    fields: {
      audio: 'contents.parts.inlineData',
      file: 'contents.parts.inlineData',
      'file-url': 'contents.parts.fileData',
      'image-url': 'contents.parts.fileData',
      tools: 'tools',
      'tool-result-media': 'contents.parts.functionResponse',
      'tool-choice': 'toolConfig',
      'web-search': 'tools.googleSearch',
      stop: 'generationConfig.stopSequences',
      'response-format': 'generationConfig.responseMimeType',
    },
  },
};

/** https://ai.google.dev/api/embeddings */
export const geminiEmbed: Dialect = {
  ...errors,
  id: 'gemini-embed',
  parse: parseSilent,
  endpointTranslator: vectors,
};

/** https://ai.google.dev/api/tokens */
export const geminiCount: Dialect = { ...errors, id: 'gemini-count', parse: parseSilent };

function errorBody({ status, type, message, code, retryAfter, limit }: Failure) {
  const metadata =
    limit && Object.fromEntries(Object.entries(limit).map(([key, value]) => [key, String(value)]));
  const details = [
    { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: code, ...(metadata && { metadata }) },
    ...(retryAfter === undefined
      ? []
      : [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${retryAfter}s` }]),
  ];
  return { error: { code: status, message, status: statusOf(status, type), details } };
}

/** Keeps Google's own name of an error, which says more than the HTTP status. */
function statusOf(status: number, type: string): string {
  if (/^[A-Z]+(?:_[A-Z]+)*$/.test(type)) return type;
  return names[status] ?? (status < 500 ? 'INVALID_ARGUMENT' : 'UNAVAILABLE');
}

const names: Partial<Record<number, string>> = {
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  501: 'UNIMPLEMENTED',
};
