/** Enough of encrypted reasoning to tell it from all other: it begins with a random number. */
const SEALED_CHARACTERS = 120;

type Json = Readonly<Record<string, unknown>>;

/**
 * Returns the ids in a whole answer that later calls can refer to, and that only this account of the provider knows:
 * a stored response, its conversation, a container of Anthropic, and encrypted reasoning.
 */
export function findReferences({ object, id, store, conversation, container, output }: Json): string[] {
  const isResponse = object === 'response' || Array.isArray(output);
  return [
    isResponse && store !== false ? id : undefined,
    idOf(conversation),
    idOf(container),
    isResponse ? findSealed(output) : undefined,
  ].filter(isId);
}

/** Returns the same ids of a request. The most specific is first. */
export function findRequestReferences(json: Json): string[] {
  const { previous_response_id, conversation, cachedContent, cached_content, container, input } = json;
  const cached = cachedContent ?? cached_content;
  return [previous_response_id, idOf(conversation), cached, idOf(container), findSealed(input)].filter(isId);
}

/** Whether a reference is the id of something stored. Encrypted reasoning is longer, and everyone who has it may use it. */
export function isStoredId(reference: string): boolean {
  return reference.length < SEALED_CHARACTERS;
}

/** The last encrypted reasoning of a list of items. */
function findSealed(items: unknown): string | undefined {
  if (!Array.isArray(items)) return undefined;
  const sealed = items.findLast((item) => isId((item as Json | null)?.encrypted_content)) as Json | undefined;
  return (sealed?.encrypted_content as string | undefined)?.slice(0, SEALED_CHARACTERS);
}

function idOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? (value as Json).id : value;
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
