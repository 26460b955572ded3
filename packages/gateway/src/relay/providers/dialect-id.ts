/** The API formats of callers and upstreams. */
export type DialectId = ChatDialectId | EndpointId;

export type ChatDialectId = 'openai-chat' | 'openai-responses' | 'anthropic-messages' | 'gemini';

/** Endpoints that exist in one format only. */
export type EndpointId =
  | 'completions'
  | 'embeddings'
  | 'moderations'
  | 'images/generations'
  | 'images/edits'
  | 'images/variations'
  | 'audio/speech'
  | 'audio/transcriptions'
  | 'audio/translations'
  | 'rerank'
  | 'responses/compact'
  | 'responses/input_tokens'
  | 'realtime'
  | 'messages/count_tokens'
  | 'gemini-embed'
  | 'gemini-count';
