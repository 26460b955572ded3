/**
 * Whether a model of OpenAI thinks before it answers. Such models count their thoughts in the limit of the answer, and
 * take it as `max_completion_tokens` only: https://platform.openai.com/docs/guides/reasoning
 */
export function isReasoning(model: string): boolean {
  return /^(o\d|gpt-5)/.test(model);
}
