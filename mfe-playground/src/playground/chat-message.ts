/** One line of the conversation. `status` matters for the assistant alone: complete and error are final. */
export interface ChatMessage {
  id: string;
  role: 'system' | 'user' | 'assistant';
  content: string;
  /** Milliseconds since 1970. */
  createAt: number;
  status: 'loading' | 'incomplete' | 'complete' | 'error';
}

export interface ChatSettings {
  model: string;
  group: string;
  /** 0 to 1. */
  temperature: number;
  /** 0 leaves the limit to the model. */
  maxTokens: number;
  systemPrompt: string;
}

/** The body of `POST /pg/chat/completions`. What failed or was never finished is not sent again. */
export function toChatRequest(messages: readonly ChatMessage[], settings: ChatSettings) {
  const { model, group, temperature, maxTokens, systemPrompt } = settings;
  const said = messages.filter(({ status, content }) => status === 'complete' && content !== '');
  const system = systemPrompt.trim() === '' ? [] : [{ role: 'system' as const, content: systemPrompt }];
  return {
    model,
    group,
    messages: [...system, ...said.map(({ role, content }) => ({ role, content }))],
    stream: true as const,
    temperature,
    ...(maxTokens > 0 && { max_tokens: maxTokens }),
  };
}
export type ChatRequest = ReturnType<typeof toChatRequest>;

/** Replaces the last message, the reply that is being written. Final messages never change again. */
export function changeReply(messages: readonly ChatMessage[], change: Partial<ChatMessage>): ChatMessage[] {
  const reply = messages.at(-1);
  if (!reply || reply.status === 'complete' || reply.status === 'error') return [...messages];
  return [...messages.slice(0, -1), { ...reply, ...change }];
}
