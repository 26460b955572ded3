import { shellLinks } from '@tollgate/contract';
import { areaLinks } from './links.gen.ts';

/** Every page that an area may link to, by name, as in this repository. A running console uses its registry. */
export const consoleLinks = { ...shellLinks, ...areaLinks };

type KnownLinks = typeof consoleLinks;

/** By name. `tollgate-area types` adds those of a running console for an area in a repository of its own. */
export interface ConsoleLinks extends KnownLinks {}

export type LinkId = keyof ConsoleLinks & string;

/** Required values of a link (the `:name` parts of its path) and optional ones (query parameters). */
export type LinkValues<Id extends LinkId> = {
  readonly [Name in NamesIn<PathOf<ConsoleLinks[Id]>>]: LinkValue;
} & { readonly [Name in QueryOf<ConsoleLinks[Id]>]?: LinkValue };

/** The values may be omitted when none is required. */
export type LinkArguments<Id extends LinkId> =
  Record<never, never> extends LinkValues<Id> ? [values?: LinkValues<Id>] : [values: LinkValues<Id>];

export type LinkValue = string | number;

/** Where a page is, and its query parameters. */
export interface LinkTarget {
  path: string;
  query?: readonly string[] | undefined;
}

type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type PathOf<Spec> = Spec extends { path: infer Path extends string } ? Path : never;

type QueryOf<Spec> = Spec extends { query: readonly (infer Name extends string)[] } ? Name : never;

/** Returns the address of a page. @throws when a value for a `:name` part is missing. */
export function fillLink(
  { path, query = [] }: LinkTarget,
  values: Readonly<Record<string, LinkValue | undefined>>,
): string {
  const queryPairs = query.flatMap((name) =>
    values[name] === undefined ? [] : [[name, String(values[name])]],
  );
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`The link to ${path} needs a value for ${name}.`);
    return encodeURIComponent(value);
  });
  return queryPairs.length > 0 ? `${filled}?${new URLSearchParams(queryPairs)}` : filled;
}
