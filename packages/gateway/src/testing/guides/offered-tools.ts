type Json = Record<string, unknown>;

/** A tool that a request offers, in the words of any provider. */
export interface OfferedTool {
  /** As the provider has to name it in a call. */
  readonly name: string;
  /** JSON schema of the arguments. Without one the tool takes plain text. */
  readonly schema?: Json;
}

/** Lists the functions of a request to Chat Completions, Responses, Messages or `generateContent`. */
export function listOfferedTools(body: Json): OfferedTool[] {
  return ((body.tools ?? []) as Json[]).flatMap(toolsOf);
}

function toolsOf(tool: Json): OfferedTool[] {
  const nested = tool.function as Json | undefined;
  if (nested) return [{ name: String(nested.name), schema: (nested.parameters ?? {}) as Json }];
  if (Array.isArray(tool.functionDeclarations))
    return (tool.functionDeclarations as Json[]).map((each) => ({
      name: String(each.name),
      schema: (each.parametersJsonSchema ?? each.parameters ?? {}) as Json,
    }));
  if (tool.type === 'custom' && tool.format) return [{ name: String(tool.name) }];
  const schema = tool.input_schema ?? tool.parameters;
  return typeof tool.name === 'string' && schema ? [{ name: tool.name, schema: schema as Json }] : [];
}
