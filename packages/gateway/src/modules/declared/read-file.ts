import { channelFields, findChannelType } from '@tollgate/contract';
import { type OptionKey, options } from '@tollgate/contract/options';
import * as z from 'zod';
import { findProxyPassword } from '../channels/destination/channel-proxies.ts';
import { splitKeys } from '../channels/keys/channel-keys.ts';
import { normaliseOption } from '../settings/option-texts.ts';
import { toChannelFields, toChannelSpec } from './channel-fields.ts';
import { explainIssue } from './explain-issue.ts';
import type { Item } from './item.ts';
import { limitSpec } from './limit-section.ts';
import { toOptionText, toValue } from './option-section.ts';
import { type FileParts, parseFile } from './parse-file.ts';
import { type Path, parseYaml } from './parse-yaml.ts';
import { type Environment, resolveReference, SecretReferenceError } from './references.ts';
import type { ChannelShape } from './shape.ts';

/** Something in a file that cannot be applied. */
export interface Problem {
  /** `tollgate.yaml:12` */
  readonly place: string;
  readonly reason: string;
}

export class DeclaredFileError extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const lines = problems.map(({ place, reason }) => `${place}: ${reason}`);
    super([...new Set(lines)].sort(byLine).join('\n'));
    this.name = 'DeclaredFileError';
    this.problems = problems;
  }
}

function byLine(one: string, other: string): number {
  return lineIn(one) - lineIn(other);
}

function lineIn(sentence: string): number {
  return Number(/^.*?:(\d+): /.exec(sentence)?.[1] ?? 0);
}

export interface FileToRead {
  /** As it is shown. */
  readonly path: string;
  readonly text: string;
  /** Where `env:` leads. */
  readonly environment: Environment;
  /** The secrets of references that are known already, so that they need not be read. */
  readonly secrets?: ReadonlyMap<string, string>;
}

/** What a file declares, and what is wrong with it as far as that can be seen without the database. */
export interface ReadFile {
  /** Those without a mistake. */
  readonly items: readonly Item[];
  /** The groups that channels name, each with its line. */
  readonly groups: readonly { name: string; channel: string; place: string }[];
  readonly problems: readonly Problem[];
}

/** Reads a file as a whole. @throws {DeclaredFileError} for text that is no YAML */
export function readDeclaredFile({ path, text, environment, secrets: known }: FileToRead): ReadFile {
  const { value, syntax, lineOf } = parseYaml(text);
  const placeOf = (at: Path) => `${path}:${lineOf(at)}`;
  if (syntax.length > 0)
    throw new DeclaredFileError(syntax.map(({ line, reason }) => ({ place: `${path}:${line}`, reason })));
  const problems: Problem[] = [];
  const broken = new Set<string>();
  const complain = (at: Path, reason: string) => {
    problems.push({ place: placeOf(at), reason: `${describePath(at)}${reason}` });
    broken.add(at.slice(0, 2).join(' '));
  };

  const parts = parseFile(value ?? {}, complain);
  for (const [at, channel] of parts.channels)
    for (const [field, reason] of complaintsOf(channel)) complain(['channels', at, field], reason);
  refuseTwins(parts, complain);

  const items = listDrafts(parts).map(({ at, references, ...draft }) => {
    const secrets: Record<string, string> = {};
    for (const [field, reference] of Object.entries(references)) {
      try {
        secrets[field] = draft.tidy(field, known?.get(reference) ?? resolveReference(reference, environment));
      } catch (error) {
        if (!(error instanceof SecretReferenceError)) throw error;
        complain(draft.kind === 'option' ? at : [...at, field], error.message);
      }
    }
    const { kind, name, spec } = draft;
    return { at, item: { kind, name, place: placeOf(at), spec, references, secrets } };
  });
  return {
    items: items.filter(({ at }) => !broken.has(at.join(' '))).map(({ item }) => item),
    groups: parts.channels.flatMap(([at, { name: channel, groups }]) =>
      groups.map((name, index) => ({ name, channel, place: placeOf(['channels', at, 'groups', index]) })),
    ),
    problems,
  };
}

type Draft = Pick<Item, 'kind' | 'name' | 'spec' | 'references'> & {
  at: Path;
  /** The form in which a secret is stored. */
  tidy(field: string, secret: string): string;
};

function listDrafts(parts: FileParts): Draft[] {
  const asItIs = (_: string, secret: string) => secret;
  return [
    ...parts.channels.map(([index, { key, name, ...channel }]): Draft => {
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
    ...parts.options.map(([key, value]): Draft => {
      const base = { kind: 'option' as const, name: key, at: ['options', key], tidy: asItIs };
      if (options[key as OptionKey].secret)
        return { ...base, spec: {}, references: { value: value as string } };
      const text = normaliseOption(key as OptionKey, toOptionText(key as OptionKey, value));
      return { ...base, spec: { value: toValue(key as OptionKey, text) }, references: {} };
    }),
    ...parts.prices.map(
      ([name, price]): Draft => ({
        ...{ kind: 'price', name, at: ['prices', name], references: {}, tidy: asItIs },
        spec: { ...price },
      }),
    ),
    ...parts.limits.map(
      ([index, { name, ...rule }]): Draft => ({
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
  const complaints = (parsed.error?.issues ?? []).map((issue): [string, string] => {
    const [field] = issue.path;
    return [field === 'group' ? 'groups' : String(field), explainIssue(issue)];
  });
  if (!findChannelType(channel.type))
    complaints.push([
      'type',
      `no provider has the number ${channel.type}: docs/operating.md says where to find the numbers`,
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

function refuseTwins(parts: FileParts, complain: (at: Path, reason: string) => void): void {
  for (const section of ['channels', 'limits'] as const) {
    const seen = new Set<string>();
    for (const [at, { name }] of parts[section]) {
      if (seen.has(name)) complain([section, at, 'name'], `there are two with the name ${name}`);
      seen.add(name);
    }
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
