import type { ReplyFacts } from './reply-facts.ts';

/** One message of the conversation. `status` is used for the assistant only: complete and error are final. */
export interface ChatMessage {
  id: string;
  role: 'system' | 'user' | 'assistant';
  content: string;
  /** The model's reasoning before its answer; never sent back. */
  reasoning?: string;
  /** Pictures of a user message, as URLs or `data:` URLs. */
  images?: readonly string[];
  /** Milliseconds since 1970. */
  createAt: number;
  status: 'loading' | 'incomplete' | 'complete' | 'error';
  /** The server's error code, such as `insufficient_user_quota`; only with `error`. */
  errorCode?: string;
  /** The model that replied. */
  model?: string;
  /** Of a reply that ended. */
  facts?: ReplyFacts;
}

export interface ChatSettings {
  model: string;
  group: string;
  /** 0 to 1. */
  temperature: number;
  /** 0 leaves the limit to the model. */
  maxTokens: number;
  systemPrompt: string;
  /** A JSON object whose fields override those of the panel; empty for none. */
  extraBody: string;
  /** Models that answer next to `model`. */
  compare: readonly string[];
  /** 1 sends none. */
  topP: number;
  /** -2 to 2; 0 sends none. */
  frequencyPenalty: number;
  /** -2 to 2; 0 sends none. */
  presencePenalty: number;
  /** Empty sends none. */
  effort: Effort;
}

export const efforts = ['', 'minimal', 'low', 'medium', 'high'] as const;
export type Effort = (typeof efforts)[number];

/** What is not sent until somebody changes it. */
export const plainParameters = {
  compare: [],
  topP: 1,
  frequencyPenalty: 0,
  presencePenalty: 0,
  effort: '',
} as const satisfies Partial<ChatSettings>;

/** Returns the body of `POST /pg/chat/completions`. Failed or unfinished replies are not sent again. */
export function toChatRequest(messages: readonly ChatMessage[], settings: ChatSettings) {
  const { model, group, temperature, maxTokens, systemPrompt } = settings;
  const sent = messages.filter(
    ({ status, content, images }) => status === 'complete' && (content !== '' || images?.length),
  );
  const system = systemPrompt.trim() === '' ? [] : [{ role: 'system' as const, content: systemPrompt }];
  return {
    model,
    group,
    messages: [...system, ...sent.map((line) => ({ role: line.role, content: contentOf(line) }))],
    temperature,
    ...(maxTokens > 0 && { max_tokens: maxTokens }),
    ...moreFields(settings),
    ...readExtraBody(settings.extraBody),
    // The page only reads streams, so this cannot be overridden.
    stream: true as const,
  };
}
export type ChatRequest = ReturnType<typeof toChatRequest>;

/** What differs from the defaults of the models: some of them refuse a field that they do not know. */
function moreFields({ topP, frequencyPenalty, presencePenalty, effort }: ChatSettings) {
  return {
    ...(topP < 1 && { top_p: topP }),
    ...(frequencyPenalty !== 0 && { frequency_penalty: frequencyPenalty }),
    ...(presencePenalty !== 0 && { presence_penalty: presencePenalty }),
    ...(effort !== '' && { reasoning_effort: effort }),
  };
}

/** Text only, or text and pictures as parts. */
function contentOf({ content, images = [] }: ChatMessage) {
  if (images.length === 0) return content;
  const pictures = images.map((url) => ({ type: 'image_url' as const, image_url: { url } }));
  return content === '' ? pictures : [{ type: 'text' as const, text: content }, ...pictures];
}

/** Parses the fields of `extraBody`. Undefined when the text is no JSON object; empty text has no fields. */
export function readExtraBody(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return {};
  try {
    const fields: unknown = JSON.parse(text);
    return typeof fields === 'object' && fields !== null && !Array.isArray(fields)
      ? (fields as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

let ids = 0;

/** Returns an id that is unique on this page. `crypto.randomUUID` is missing on pages without TLS. */
export function makeId(): string {
  ids += 1;
  return `id-${ids}`;
}

export function makeMessage(
  role: ChatMessage['role'],
  content: string,
  status: ChatMessage['status'],
  images: readonly string[] = [],
): ChatMessage {
  return {
    id: makeId(),
    role,
    content,
    createAt: Date.now(),
    status,
    ...(images.length > 0 && { images }),
  };
}
