/** Reports above a limit by less than this are how a vendor counts, not a mistake. They are charged up to the limit. */
export const COUNTING_SHARE = 1.1;
export const COUNTING_TOKENS = 16;

/**
 * What vendors add to a prompt on their side: templates, descriptions of tools, system prompts of their own. Grok answers
 * one word with a prompt of 700 tokens, hosts of Claude add some thousand.
 */
export const ADDED_TOKENS = 10_000;
