import type * as z from 'zod';
import { explainIssue } from './explain-issue.ts';
import type { Path } from './parse-yaml.ts';
import {
  type ChannelShape,
  channelShape,
  fileShape,
  type LimitShape,
  limitShape,
  type OptionShape,
  optionsShape,
  type PriceShape,
  pricesShape,
} from './shape.ts';

/** What can be read of a file: everything that has the right form, with its place in the file. */
export interface FileParts {
  readonly channels: readonly [index: number, ChannelShape][];
  readonly options: readonly [name: string, OptionShape][];
  readonly prices: readonly [name: string, PriceShape][];
  readonly limits: readonly [index: number, LimitShape][];
}

type Complain = (at: Path, reason: string) => void;

/** Reads all parts that can be read, also when others cannot, and complains about those. */
export function parseFile(value: unknown, complain: Complain): FileParts {
  parse(fileShape, value, [], complain);
  const sent = isMap(value) ? value : {};
  return {
    channels: parseList('channels', sent.channels, channelShape, complain),
    options: parseMap('options', sent.options, optionsShape, complain),
    prices: parseMap('prices', sent.prices, pricesShape, complain),
    limits: parseList('limits', sent.limits, limitShape, complain),
  };
}

/** Undefined: there are complaints about it. */
function parse<T>(shape: z.ZodType<T>, value: unknown, place: Path, complain: Complain): T | undefined {
  const { data, error } = shape.safeParse(value);
  const seen = new Set<string>();
  for (const issue of error?.issues ?? []) {
    if (seen.has(issue.path.join('.'))) continue; // one sentence for each field is enough
    seen.add(issue.path.join('.'));
    const path = issue.path as Path;
    const at = [...place, ...path];
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) complain([...at, key], 'there is no such field');
    else complain(at, explainIssue(issue, path.length > 0 && valueAt(value, path) === undefined));
  }
  return data;
}

function parseList<T>(
  section: string,
  list: unknown,
  shape: z.ZodType<T>,
  complain: Complain,
): [number, T][] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((each, index): [number, T][] => {
    const data = parse(shape, each, [section, index], complain);
    return data === undefined ? [] : [[index, data]];
  });
}

function parseMap<T>(
  section: string,
  map: unknown,
  shape: z.ZodType<Record<string, T>>,
  complain: Complain,
): [string, T][] {
  if (!isMap(map)) return [];
  return Object.entries(map).flatMap(([name, each]) =>
    Object.entries(parse(shape, { [name]: each }, [section], complain) ?? {}),
  );
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce((part: unknown, step) => (part as Record<string, unknown> | undefined)?.[step], value);
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
