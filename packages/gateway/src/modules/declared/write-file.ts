import { findChannelType } from '@tollgate/contract';
import { Document, isMap, isScalar, type YAMLMap } from 'yaml';
import type { Context } from '../../core/context.ts';
import type { AppError } from '../../core/errors.ts';
import type { DeclaredKind } from '../shared/repository/declarations.ts';
import * as declarations from '../shared/repository/declarations.ts';
import { type Draft, findRefused, type Refused } from './find-refused.ts';
import type { Stored } from './item.ts';
import { createReferenceNames } from './references.ts';
import { sections } from './sections.ts';

/**
 * Writes what this gateway has as a file: options and prices that differ from those of a new gateway, all channels, and
 * all limits except those of one user or token. Secrets become references: those of the file that declared them, or
 * names of environment variables. What `plan` would refuse is left out of the file, and named in it.
 */
export async function writeDeclaredFile(
  ctx: Context,
  describe: (error: AppError) => string,
): Promise<{ text: string; leftOut: readonly Refused[] }> {
  const rows = await declarations.list(ctx.db);
  const declared = new Map(rows.map((row) => [`${row.kind} ${row.name}`, JSON.parse(row.secrets)]));
  const found = new Map<DeclaredKind, readonly Stored[]>();
  for (const { kind, list } of sections)
    found.set(
      kind,
      (await list(ctx)).filter(({ isDefault, name }) => !isDefault || declared.has(`${kind} ${name}`)),
    );
  const leftOut: Refused[] = findWithoutSecret(found);
  for (;;) {
    const draft = writeDraft(without(found, leftOut), declared, leftOut);
    const refused = [...(await findRefused(ctx, draft, describe)), ...findOrphans(found, leftOut)];
    if (refused.length === 0) return { text: draft.text, leftOut };
    leftOut.push(...refused);
  }
}

type Found = ReadonlyMap<DeclaredKind, readonly Stored[]>;

/** A reference to an empty secret is refused. A secret that cannot be read is one that the reader of the file has. */
function findWithoutSecret(found: Found): Refused[] {
  return [...found].flatMap(([kind, things]) =>
    things
      .filter(({ secrets }) => Object.values(secrets).some((secret) => secret?.trim() === ''))
      .map(({ name }) => ({ kind, name, reason: kind === 'channel' ? 'it has no key' : 'it is empty' })),
  );
}

/** Limits of channels that are left out. */
function findOrphans(found: Found, leftOut: readonly Refused[]): Refused[] {
  const gone = new Set(leftOut.filter(({ kind }) => kind === 'channel').map(({ name }) => name));
  const isOut = (limit: string) => leftOut.some(({ kind, name }) => kind === 'limit' && name === limit);
  return (found.get('limit') ?? [])
    .filter(
      ({ name, spec }) =>
        /^channel/.test(String(spec.scope)) && gone.has(String(spec.scope_id)) && !isOut(name),
    )
    .map(({ name }) => ({ kind: 'limit', name, reason: 'its channel is left out' }));
}

function without(found: Found, leftOut: readonly Refused[]): Found {
  const out = new Set(leftOut.map(({ kind, name }) => `${kind} ${name}`));
  return new Map(
    [...found].map(([kind, things]) => [kind, things.filter(({ name }) => !out.has(`${kind} ${name}`))]),
  );
}

function writeDraft(
  found: Found,
  declared: ReadonlyMap<string, Record<string, string>>,
  leftOut: readonly Refused[],
): Draft {
  const references = [...declared.values()].flatMap((each) => Object.values(each));
  const nameReference = createReferenceNames(references);
  const known = new Map<string, string>();
  const referencesOf = (kind: DeclaredKind, { name, secrets }: Stored) => {
    const earlier = declared.get(`${kind} ${name}`) ?? {};
    const words = kind === 'channel' ? ['channel', name] : [name];
    const fields = Object.entries(secrets).map(([field, secret]) => {
      const reference = earlier[field] ?? nameReference(...words, ...(kind === 'channel' ? [field] : []));
      known.set(reference, secret ?? 'unreadable');
      return [field, reference];
    });
    return Object.fromEntries(fields) as Record<string, string>;
  };
  const entries = (kind: DeclaredKind) =>
    (found.get(kind) ?? []).map((stored): [string, object] => [
      stored.name,
      { ...stored.spec, ...referencesOf(kind, stored) },
    ]);
  // In the order of the sections: references get their names in it.
  const [channels, options, prices, limits] = sections.map(({ kind }) => entries(kind));
  const text = toText(
    {
      version: 1,
      options: toMap(options, (option) => (option as { value: unknown }).value),
      prices: toMap(prices, (price) => (Object.keys(price).length > 0 ? price : null)),
      channels: (channels ?? []).map(([name, channel]) => ({ name, ...channel })),
      limits: (limits ?? []).map(([name, limit]) => ({ name, ...limit })),
    },
    leftOut,
  );
  const namesOf = (kind: DeclaredKind) => (found.get(kind) ?? []).map(({ name }) => name);
  return { text, names: { channels: namesOf('channel'), limits: namesOf('limit') }, secrets: known };
}

function toMap(entries: readonly [string, object][] = [], toValue: (value: object) => unknown) {
  return Object.fromEntries(entries.map(([name, value]) => [name, toValue(value)]));
}

function toText(file: object, leftOut: readonly Refused[]): string {
  const document = new Document(file);
  const lines = leftOut.map(({ kind, name, reason }) => ` Left out: ${kind} ${name} (${reason})`);
  document.commentBefore = [HEAD, ...lines.map((line) => line.replaceAll('\n', ' '))].join('\n');
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
