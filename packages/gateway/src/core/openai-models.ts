/**
 * Whether an OpenAI model reasons before it answers. Such models count reasoning tokens in the completion
 * limit, and accept it only as `max_completion_tokens`: https://platform.openai.com/docs/guides/reasoning
 */
export function isReasoning(model: string): boolean {
  return /^(o\d|gpt-5)/.test(model);
}
