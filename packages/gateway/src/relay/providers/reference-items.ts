import type { Part } from '../../core/chat.ts';

/** Shorter ids are not random, but those of a server that counts: they say nothing about who made an item. */
const RANDOM_CHARACTERS = 20;

type Json = Readonly<Record<string, unknown>>;

/**
 * Returns the ids of single items and files in an answer that later calls can refer to: the items of a stored
 * response, files that code wrote, and the containers that it ran in.
 */
export function findItems({ object, store, output, content }: Json): string[] {
  if (object !== 'response' && !Array.isArray(output)) return listOf(content).flatMap(filesOfBlock);
  return listOf(output).flatMap((item) => itemsOf(item, store !== false));
}

/** Returns the same of one item of a response. */
export function itemsOf(item: Json, isStored: boolean): string[] {
  const annotations = listOf(item.content).flatMap((part) => listOf(part.annotations));
  return [isStored && item.id, item.container_id, ...annotations.map(({ file_id }) => file_id)].filter(
    isRandom,
  );
}

/** Returns what a stream says of its items. */
export function toItemParts(ids: readonly string[]): Part[] {
  return ids.map((id) => ({ type: 'item', id }));
}

/** Returns the files that a tool of Claude wrote. */
export function filesOfBlock({ content }: Json = {}): string[] {
  const outputs = isObject(content) ? listOf(content.content) : [];
  return outputs.map(({ file_id }) => file_id).filter(isRandom);
}

/**
 * Returns the items and files of a request that have an id in place of their content. Every call passes here, so its
 * loops make nothing.
 */
export function findRequestItems({ input, messages, tools }: Json): readonly string[] {
  const ids: string[] = [];
  if (Array.isArray(input)) for (const item of input as unknown[]) if (isObject(item)) addItem(ids, item);
  if (Array.isArray(messages))
    for (const message of messages as unknown[]) if (isObject(message)) addFiles(ids, message.content);
  if (Array.isArray(tools))
    for (const tool of tools as unknown[])
      if (isObject(tool) && tool.container !== undefined) addContainer(ids, tool.container);
  return ids;
}

function addItem(ids: string[], item: Json): void {
  if (isReference(item)) add(ids, item.id);
  add(ids, item.container_id);
  addFiles(ids, item.content);
  addFiles(ids, item.output);
}

/** Types of items that a provider looks up by their id when what they hold is left out. */
const holders: Readonly<Record<string, string>> = {
  reasoning: 'encrypted_content',
  image_generation_call: 'result',
};

/** OpenAI takes an id without a type for a reference too. */
function isReference(item: Json): boolean {
  const { type, role } = item;
  if (type === 'item_reference') return true;
  if (type === undefined || type === null) return role === undefined;
  const holder = holders[type as string];
  return holder !== undefined && (item[holder] === undefined || item[holder] === null);
}

/** In OpenAI's parts, also those of chats, and in Anthropic's blocks, also in results of tools. */
function addFiles(ids: string[], content: unknown): void {
  if (!Array.isArray(content)) return;
  for (const part of content as unknown[]) {
    if (!isObject(part)) continue;
    const { file_id, file, source, content: nested } = part;
    add(ids, file_id);
    if (isObject(file)) add(ids, file.file_id);
    if (isObject(source)) add(ids, source.file_id);
    addFiles(ids, nested);
  }
}

/** An id, or the files of a new container. */
function addContainer(ids: string[], container: unknown): void {
  add(ids, container);
  if (isObject(container)) for (const id of asArray(container.file_ids)) add(ids, id);
}

function add(ids: string[], id: unknown): void {
  if (isRandom(id)) ids.push(id);
}

function listOf(value: unknown): readonly Json[] {
  return asArray(value).filter(isObject);
}

function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

function isRandom(value: unknown): value is string {
  return typeof value === 'string' && value.length >= RANDOM_CHARACTERS;
}
