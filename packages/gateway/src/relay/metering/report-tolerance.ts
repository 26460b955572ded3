/**
 * A report above a limit by less than this is a difference in counting, not a mistake. It is charged up to
 * the limit.
 */
export const COUNTING_SHARE = 1.1;
export const COUNTING_TOKENS = 16;

/**
 * Tokens that vendors add to a prompt: templates, tool descriptions, their own system prompts. Grok reports
 * 700 prompt tokens for one word; hosts of Claude add some thousand.
 */
export const ADDED_TOKENS = 10_000;
