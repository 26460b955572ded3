/** The guides to agents, whose tests have a file written. */
export const agents = ['codex-cli', 'claude-code', 'gemini-cli', 'opencode', 'aider'];
/** The guides to libraries, whose tests run a program. */
export const libraries = ['langchain', 'llamaindex', 'vercel-ai-sdk', 'litellm'];

/** What a vendor refuses of programs that speak its own format, so that their requests pass unchanged. */
export interface Refusal {
  readonly programs: readonly string[];
  readonly vendors: readonly string[];
  readonly text: string;
  /** Why, and what to use instead. */
  readonly reason: string;
}

export const refusals: readonly Refusal[] = [
  {
    programs: ['langchain', 'llamaindex'],
    vendors: ['DeepSeek'],
    text: 'The reasoning_content in the thinking mode must be passed back to the API.',
    reason:
      'Both leave out the reasoning of earlier turns, which DeepSeek wants back, and ChatOpenAI asks for objects by a schema. The pages of both say what to use instead.',
  },
];

export function findRefusal(program: string, vendor: string): Refusal | undefined {
  return refusals.find(({ programs, vendors }) => programs.includes(program) && vendors.includes(vendor));
}
