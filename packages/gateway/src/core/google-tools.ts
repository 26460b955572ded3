/** Functions of these names become tools of Google's own when a call goes to Gemini. */
export const googleTools: ReadonlySet<string> = new Set(['googleSearch', 'codeExecution', 'urlContext']);
