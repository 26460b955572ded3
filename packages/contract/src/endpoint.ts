import type * as z from 'zod/mini';

/** Who may call an endpoint. Each level includes the ones before it. `maybe-user` reads a session but requires none. */
export type Access = 'public' | 'maybe-user' | 'user' | 'admin' | 'root';

/** What people and deploy tokens may do with one area. `release`: canaries, promotion, rollback, switching off. */
export const areaRights = ['publish', 'release', 'watch'] as const;
export type AreaRight = (typeof areaRights)[number];

/** Successes that the console API describes in words: `@tollgate/i18n` has a sentence for each. */
export const doneCodes = ['setup_done', 'aff_transferred', 'setting_saved', 'model_ratios_reset'] as const;
export type DoneCode = (typeof doneCodes)[number];

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** One endpoint of the console API: what the gateway serves and the console calls. */
export interface Endpoint<I extends z.ZodMiniType = z.ZodMiniType, O extends z.ZodMiniType = z.ZodMiniType> {
  /** Method and path as they appear in logs and docs: `GET /api/channel/:id`. Both trailing-slash forms are served. */
  readonly address: `${Method} /api/${string}`;
  /** One sentence for the API reference. */
  readonly summary: string;
  readonly access: Access;
  /**
   * A right for the area that `:id` names, or for any area where there is none: it admits users and deploy tokens
   * whose role does not.
   */
  readonly areaRight?: AreaRight;
  /** One flat object. `:name` fields travel in the path, the rest in the query (GET, DELETE) or the body. */
  readonly input: I;
  /** What `data` of the envelope holds; fields that it does not list never leave the server. */
  readonly output: O;
  /**
   * `spread` puts the fields of the output next to `success` and `message`, where the console API has no `data`.
   * `stream` sends a file, row by row: `output` is one row, its fields are the columns in order. `redirect` sends the
   * browser to the path in the output. `text` sends the output as plain text, to a program instead of a browser.
   */
  readonly answer?: 'data' | 'spread' | 'stream' | 'redirect' | 'text';
  /** Here the console API reports a failure as `message: "error"` and puts the sentence into `data`. */
  readonly failsInData?: boolean;
  /** Value of `message` when there is no data, where pages use it to distinguish two outcomes of one call. */
  readonly emptyMessage?: string;
  /** The success sentence in `message`, in the caller's language, where the console API has one. */
  readonly done?: DoneCode;
  /** A GET that changes state, kept for compatibility. It is guarded like a write and is also served as POST. */
  readonly changes?: boolean;
  /** A write that a demo site allows: signing in and out. */
  readonly onDemoSite?: boolean;
  /** Seconds for which shared caches may keep a success. Only for answers that are the same for all. */
  readonly cacheSeconds?: number;
  /** Applies the tight rate limit against guessing (passwords, codes). */
  readonly limit?: 'critical';
  /** Fields that travel in the query although the method has a body. */
  readonly query?: readonly string[];
  /** A field that programs with an API key may also send as `Authorization: Bearer`. */
  readonly bearer?: string;
  /** Sends CORS headers: other sites may read the response. Only for endpoints without a session. */
  readonly openToSites?: boolean;
}

/** Responds with a file instead of the envelope; failures before its first row still use the envelope. */
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

/** Returns the specification unchanged; only its type is inferred. */
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
