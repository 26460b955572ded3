/** Functions with these names become Google's own tools when a call goes to Gemini. */
export const googleTools: ReadonlySet<string> = new Set(['googleSearch', 'codeExecution', 'urlContext']);
