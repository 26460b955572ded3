import { findChannelType } from '@tollgate/contract';
import { Document, isMap, isScalar, type YAMLMap } from 'yaml';
import type { Context } from '../../core/context.ts';
import type { DeclaredKind } from '../shared/repository/declarations.ts';
import * as declarations from '../shared/repository/declarations.ts';
import type { Stored } from './item.ts';
import { createReferenceNames } from './references.ts';
import { sections } from './sections.ts';

/**
 * Writes what this gateway has as a file: options and prices that differ from those of a new gateway, all channels, and
 * all limits except those of one user or token. Secrets become references: those of the file that declared them, or
 * names of environment variables.
 */
export async function writeDeclaredFile(ctx: Context): Promise<string> {
  const rows = await declarations.list(ctx.db);
  const declared = new Map(rows.map((row) => [`${row.kind} ${row.name}`, JSON.parse(row.secrets)]));
  const references = [...declared.values()].flatMap((each: Record<string, string>) => Object.values(each));
  const nameReference = createReferenceNames(references);
  const referencesOf = (kind: DeclaredKind, { name, secrets }: Stored) => {
    const known: Record<string, string> = declared.get(`${kind} ${name}`) ?? {};
    const words = kind === 'channel' ? ['channel', name] : [name];
    const fields = Object.keys(secrets).map((field) => [
      field,
      known[field] ?? nameReference(...words, ...(kind === 'channel' ? [field] : [])),
    ]);
    return Object.fromEntries(fields) as Record<string, string>;
  };
  const found: Partial<Record<DeclaredKind, [string, object][]>> = {};
  for (const { kind, list } of sections)
    found[kind] = (await list(ctx))
      .filter(({ isDefault, name }) => !isDefault || declared.has(`${kind} ${name}`))
      .map((stored) => [stored.name, { ...stored.spec, ...referencesOf(kind, stored) }]);
  return toText({
    version: 1,
    options: toMap(found.option, (option) => (option as { value: unknown }).value),
    prices: toMap(found.price, (price) => (Object.keys(price).length > 0 ? price : null)),
    channels: (found.channel ?? []).map(([name, channel]) => ({ name, ...channel })),
    limits: (found.limit ?? []).map(([name, limit]) => ({ name, ...limit })),
  });
}

function toMap(entries: readonly [string, object][] = [], toValue: (value: object) => unknown) {
  return Object.fromEntries(entries.map(([name, value]) => [name, toValue(value)]));
}

function toText(file: object): string {
  const document = new Document(file);
  document.commentBefore = HEAD;
  for (const channel of listMaps(document.get('channels'))) {
    const type = channel.get('type', true);
    const label = isScalar(type) ? findChannelType(Number(type.value))?.label : undefined;
    if (isScalar(type) && label) type.comment = ` ${label}`;
  }
  return document.toString({ lineWidth: 0 });
}

function listMaps(sequence: unknown): YAMLMap[] {
  return ((sequence as { items?: unknown[] } | undefined)?.items ?? []).filter((item) => isMap(item));
}

const HEAD = ` Written by tollgate export. tollgate plan <file> says what tollgate apply <file> would change.
 Secrets are references: env:NAME in the environment of the command, or file:/path.`;
