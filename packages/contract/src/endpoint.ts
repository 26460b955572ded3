import type * as z from 'zod/mini';

/** Who may call an endpoint. Each level includes the ones before it. `maybe-user` reads a session and asks for none. */
export type Access = 'public' | 'maybe-user' | 'user' | 'admin' | 'root';

/** Successes that the wire puts in words: `@tollgate/i18n` has a sentence for each. */
export const doneCodes = ['setup_done', 'aff_transferred', 'setting_saved', 'model_ratios_reset'] as const;
export type DoneCode = (typeof doneCodes)[number];

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface Endpoint<I extends z.ZodMiniType = z.ZodMiniType, O extends z.ZodMiniType = z.ZodMiniType> {
  /** Method and path as they appear in logs and docs: `GET /api/channel/:id`. Both trailing-slash forms are served. */
  readonly address: `${Method} /api/${string}`;
  /** One sentence for the API reference. */
  readonly summary: string;
  readonly access: Access;
  /** One flat object. `:name` fields travel in the path, the rest in the query (GET, DELETE) or the body. */
  readonly input: I;
  /** What `data` of the envelope holds; what it does not name never leaves the server. */
  readonly output: O;
  /**
   * `spread` puts the fields of the output beside `success` and `message`, where the wire has no `data`. `stream` sends
   * a file, row by row: `output` is one row, its fields are the columns in their order. `redirect` sends the browser to
   * the path that the output is. `text` sends the output alone, as plain text, to a program that is no browser.
   */
  readonly answer?: 'data' | 'spread' | 'stream' | 'redirect' | 'text';
  /** The wire tells a failure by the word `error` in `message` here, and has the sentence in `data`. */
  readonly failsInData?: boolean;
  /** What `message` says when there is no data, where pages tell two outcomes of one call apart by it. */
  readonly emptyMessage?: string;
  /** The sentence that `message` says on success, in the language of the caller, where the wire has one. */
  readonly done?: DoneCode;
  /** A GET that changes state, kept for the wire: it is guarded like a write and also answers to POST. */
  readonly changes?: boolean;
  /** A write that a demo site allows all the same: signing in and out. */
  readonly onDemoSite?: boolean;
  /** Shares the tight budget of tries against guessing (passwords, codes). */
  readonly limit?: 'critical';
  /** Fields that travel in the query although the method has a body. */
  readonly query?: readonly string[];
  /** The field that may also come as `Authorization: Bearer`, where the caller is a program with an API key. */
  readonly bearer?: string;
  /** Pages of other sites may read the answer. Only where no session counts. */
  readonly openToSites?: boolean;
}

/** Answers a file instead of the envelope; failures before its first row are in the envelope all the same. */
export type FileEndpoint<
  I extends z.ZodMiniType = z.ZodMiniType,
  O extends z.ZodMiniType = z.ZodMiniType,
> = Endpoint<I, O> & { readonly answer: 'stream' };

/** What a caller passes, before defaults and coercion. */
export type Input<E extends Endpoint> = z.input<E['input']>;
/** What a handler receives, after defaults and coercion. */
export type Parsed<E extends Endpoint> = z.output<E['input']>;
/** What `data` holds on success. */
export type Output<E extends Endpoint> = z.output<E['output']>;

/** Gives inference; the value is the specification itself. */
export function endpoint<const I extends z.ZodMiniType, const O extends z.ZodMiniType>(
  spec: Endpoint<I, O>,
): Endpoint<I, O> {
  return spec;
}

/** The same for a file: `output` is one row, and its fields are the columns. */
export function fileEndpoint<const I extends z.ZodMiniType, const O extends z.ZodMiniType>(
  spec: Omit<Endpoint<I, O>, 'answer'>,
): FileEndpoint<I, O> {
  return { ...spec, answer: 'stream' };
}

/** The method, path and parameter names of an address. */
export function parseAddress(address: Endpoint['address']): {
  method: Method;
  path: string;
  params: string[];
} {
  const [method, path] = address.split(' ') as [Method, string];
  return { method, path, params: [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string) };
}
