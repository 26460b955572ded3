/** Asks for JSON in the prompt, where nothing enforces a schema. */
export function jsonInstruction(schema: unknown): string {
  const form = schema === undefined ? '' : ` that follows this JSON schema: ${JSON.stringify(schema)}`;
  return `Answer with one JSON object${form} and nothing else.`;
}
