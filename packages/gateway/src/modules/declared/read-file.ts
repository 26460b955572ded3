import { channelFields } from '@tollgate/contract';
import { type OptionKey, options } from '@tollgate/contract/options';
import * as z from 'zod';
import { findProxyPassword } from '../channels/destination/channel-proxies.ts';
import { splitKeys } from '../channels/keys/channel-keys.ts';
import { normaliseOption } from '../settings/option-texts.ts';
import { toChannelFields, toChannelSpec } from './channel-fields.ts';
import type { Item } from './item.ts';
import { limitSpec } from './limit-section.ts';
import { toOptionText, toValue } from './option-section.ts';
import { type Path, parseYaml } from './parse-yaml.ts';
import { type Environment, resolveReference, SecretReferenceError } from './references.ts';
import { type ChannelShape, type DeclaredFile, fileShape } from './shape.ts';

/** Something in a file that cannot be applied. */
export interface Problem {
  /** `tollgate.yaml:12` */
  readonly place: string;
  readonly reason: string;
}

export class DeclaredFileError extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(({ place, reason }) => `${place}: ${reason}`).join('\n'));
    this.name = 'DeclaredFileError';
    this.problems = problems;
  }
}

export interface FileToRead {
  /** As it is shown. */
  readonly path: string;
  readonly text: string;
  /** Where `env:` leads. */
  readonly environment: Environment;
}

/** Reads a file as a whole. @throws {DeclaredFileError} with everything that is wrong, each with its line */
export function readDeclaredFile({ path, text, environment }: FileToRead): Item[] {
  const { value, syntax, lineOf } = parseYaml(text);
  const problems: Problem[] = [];
  const complain = (at: Path, reason: string) =>
    void problems.push({ place: `${path}:${lineOf(at)}`, reason: `${describePath(at)}${reason}` });
  for (const { line, reason } of syntax) problems.push({ place: `${path}:${line}`, reason });
  if (problems.length > 0) throw new DeclaredFileError(problems);

  const parsed = fileShape.safeParse(value ?? {});
  for (const issue of parsed.error?.issues ?? []) {
    const at = issue.path as Path;
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) complain([...at, key], 'there is no such field');
    else complain(at, issue.message);
  }
  if (!parsed.data) throw new DeclaredFileError(problems);
  const file = parsed.data;
  file.channels.forEach((channel, at) => {
    for (const [field, reason] of complaintsOf(channel)) complain(['channels', at, field], reason);
  });
  refuseTwins(file, complain);

  const drafts = listDrafts(file);
  const items = drafts.map(({ at, references, ...draft }): Item => {
    const secrets: Record<string, string> = {};
    for (const [field, reference] of Object.entries(references)) {
      try {
        secrets[field] = draft.tidy(field, resolveReference(reference, environment));
      } catch (error) {
        if (!(error instanceof SecretReferenceError)) throw error;
        complain(draft.kind === 'option' ? at : [...at, field], error.message);
      }
    }
    const { kind, name, spec } = draft;
    return { kind, name, place: `${path}:${lineOf(at)}`, spec, references, secrets };
  });
  if (problems.length > 0) throw new DeclaredFileError(problems);
  return items;
}

type Draft = Pick<Item, 'kind' | 'name' | 'spec' | 'references'> & {
  at: Path;
  /** The form in which a secret is stored. */
  tidy(field: string, secret: string): string;
};

function listDrafts(file: DeclaredFile): Draft[] {
  const asItIs = (_: string, secret: string) => secret;
  return [
    ...file.channels.map(({ key, name, ...channel }, index): Draft => {
      const references = { key, ...(channel.proxy_password && { proxy_password: channel.proxy_password }) };
      const tidy = (field: string, secret: string) =>
        field === 'key' ? splitKeys(channel.type, secret).join('\n') : encodePassword(secret);
      return {
        kind: 'channel',
        name,
        spec: toChannelSpec(channel),
        references,
        at: ['channels', index],
        tidy,
      };
    }),
    ...Object.entries(file.options).map(([key, value]): Draft => {
      const base = { kind: 'option' as const, name: key, at: ['options', key], tidy: asItIs };
      if (options[key as OptionKey].secret)
        return { ...base, spec: {}, references: { value: value as string } };
      const text = normaliseOption(key as OptionKey, toOptionText(key as OptionKey, value));
      return { ...base, spec: { value: toValue(key as OptionKey, text) }, references: {} };
    }),
    ...Object.entries(file.prices).map(
      ([name, price]): Draft => ({
        ...{ kind: 'price', name, at: ['prices', name], references: {}, tidy: asItIs },
        spec: { ...price },
      }),
    ),
    ...file.limits.map(
      ({ name, ...rule }, index): Draft => ({
        ...{ kind: 'limit', name, at: ['limits', index], references: {}, tidy: asItIs },
        spec: limitSpec({ ...rule, name }),
      }),
    ),
  ];
}

/** What the contract says about fields of a channel, and what may not be in a file. */
function complaintsOf(channel: ChannelShape): [string, string][] {
  const fields = toChannelFields(channel);
  const parsed = z.object(channelFields).safeParse(fields);
  const complaints = (parsed.error?.issues ?? []).map(({ path: [field], message }): [string, string] => [
    field === 'group' ? 'groups' : String(field),
    message,
  ]);
  const password = findProxyPassword(fields.setting);
  if (password === 'plain')
    complaints.push([
      'setting',
      'the password of the proxy is not in the file: write *** and proxy_password',
    ]);
  if ((password === 'masked') !== (channel.proxy_password !== undefined))
    complaints.push(['setting', 'proxy_password and *** in the proxy of setting go together']);
  return complaints;
}

function refuseTwins(file: DeclaredFile, complain: (at: Path, reason: string) => void): void {
  for (const section of ['channels', 'limits'] as const) {
    const seen = new Set<string>();
    file[section].forEach(({ name }, at) => {
      if (seen.has(name)) complain([section, at, 'name'], `there are two with the name ${name}`);
      seen.add(name);
    });
  }
}

/** As an address has it. */
function encodePassword(text: string): string {
  const url = new URL('http://user@proxy');
  url.password = text;
  return url.password;
}

function describePath(path: Path): string {
  return path.length === 0 ? '' : `${path.join('.')}: `;
}
