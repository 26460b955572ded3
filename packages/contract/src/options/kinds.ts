import * as z from 'zod/mini';
import { parseJsonText } from './json-text.ts';

/** One option: how its stored text is parsed, its default, and whether it may ever be shown. */
export interface Option<T = unknown> {
  readonly kind: 'flag' | 'text' | 'number' | 'integer' | 'json' | 'lines';
  readonly default: string;
  /** Never served; the list only says whether it is configured. */
  readonly secret: boolean;
  /** @throws {ZodError | SyntaxError | JsonRefused} when the text is not a value of this option. */
  parse(text: string): T;
}

export function flag(value: boolean): Option<boolean> {
  return {
    kind: 'flag',
    default: String(value),
    secret: false,
    parse: (text) => z.parse(flagText, text) === 'true',
  };
}

export function text(value = '', maxLength = 100_000): Option<string> {
  const schema = once(() => z.string().check(z.maxLength(maxLength)));
  return {
    kind: 'text',
    default: value,
    secret: false,
    parse: (sent) => z.parse(schema(), sent),
  };
}

export function secret(): Option<string> {
  return { ...text('', 10_000), secret: true };
}

export function integer(value: number, limits: Limits = {}): Option<number> {
  const schema = once(() => within(z.int(), limits));
  return {
    kind: 'integer',
    default: String(value),
    secret: false,
    parse: (sent) => z.parse(schema(), toNumber(sent)),
  };
}

export function number(value: number, limits: Limits = {}): Option<number> {
  const schema = once(() => within(z.number(), limits));
  return {
    kind: 'number',
    default: String(value),
    secret: false,
    parse: (sent) => z.parse(schema(), toNumber(sent)),
  };
}

/** One of a fixed set of words; the first is the default. */
export function choice<const T extends string>(...values: [T, ...T[]]): Option<T> {
  const schema = once(() => z.enum(values));
  return {
    kind: 'text',
    default: values[0],
    secret: false,
    parse: (sent) => z.parse(schema(), sent) as T,
  };
}

/** One entry a line; blank lines are dropped. */
export function lines(...values: string[]): Option<string[]> {
  return {
    kind: 'lines',
    default: values.join('\n'),
    secret: false,
    parse: (sent) =>
      sent
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
  };
}

export function json<S extends z.ZodMiniType>(schema: S, value: z.input<S>): Option<z.output<S>> {
  return {
    kind: 'json',
    default: JSON.stringify(value, null, 2),
    secret: false,
    parse: (sent) => z.parse(schema, parseJsonText(sent)),
  };
}

/** A JSON map parsed into a `Map`, so that a model called `constructor` finds no inherited property. */
export function numberMap(values: Record<string, number>): Option<Map<string, number>> {
  return mapOf(z.number().check(z.minimum(0), z.maximum(1_000_000_000)), values);
}

export function textMap(values: Record<string, string>): Option<Map<string, string>> {
  return mapOf(z.string().check(z.maxLength(1000)), values);
}

export function mapOf<T>(value: z.ZodMiniType<T, T>, values: Record<string, T>): Option<Map<string, T>> {
  const name = z.string().check(z.minLength(1), z.maxLength(255));
  const inner = json(z.record(name, value), values as never);
  const parse = (sent: string) => new Map(Object.entries(inner.parse(sent) as Record<string, T>));
  return { ...inner, parse: rememberLast(parse) };
}

/** All options are parsed whenever one changes, and a saved text three times: long maps are mostly the same. */
function rememberLast<T>(parse: (text: string) => T): (text: string) => T {
  let last: { readonly text: string; readonly value: T } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, value: parse(text) };
    return last.value;
  };
}

interface Limits {
  min?: number;
  max?: number;
}

const flagText = z.enum(['true', 'false']);

/** `Number('')` is 0; an empty box is not a number. */
function toNumber(sent: string): number {
  return sent.trim() === '' ? Number.NaN : Number(sent);
}

function within(
  schema: z.ZodMiniNumber,
  { min = -Number.MAX_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER }: Limits,
) {
  return schema.check(z.minimum(min), z.maximum(max));
}

/**
 * All options are parsed whenever one changes. Creating schemas each time would dominate that; at startup it
 * would take too long.
 */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
