import {
  type Channel,
  channelTypes,
  type Endpoint,
  type Input,
  listChannels,
  listChannelTypes,
  listDrawings,
  listOwnDrawings,
  listOwnTasks,
  listTasks,
  listTokens,
  type Output,
  pageChannels,
  pageDrawings,
  pageOwnDrawings,
  pageOwnTasks,
  pageTasks,
  pageTokens,
  type ServerCapability,
  saveOption,
  saveOptions,
  searchChannels,
  searchTokens,
} from '@tollgate/contract';
import { hasCapability } from './settings.ts';

/** Calls an endpoint that new-api's own server has. */
export type CallOriginal = <E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<Output<E>>;

type Answer = (call: CallOriginal, input: Record<string, unknown>) => Promise<unknown>;

/** Returns how to answer an endpoint that the server does not have, from those that it has. */
export function findOriginal({ address }: Endpoint): Answer | undefined {
  const original = originals.get(address);
  return original && !hasCapability(original.needs) ? original.answer : undefined;
}

interface Original {
  readonly needs: ServerCapability;
  readonly answer: Answer;
}

/** Rows that a page of drawings or tasks has there, whatever the request says. */
const FIXED_SIZE = 10;
const DEFAULT_SIZE = 10;

const originals = new Map<string, Original>([
  [
    pageTokens.address,
    pages(async (call, { keyword = '', token = '', p, size }) => {
      if (keyword || token)
        return { all: await call(searchTokens, { keyword: String(keyword), token: String(token) }) };
      return { rows: await call(listTokens, { p: p - 1, size }) };
    }),
  ],
  [
    pageChannels.address,
    pages(async (call, { keyword = '', group = '', model = '', p, size, ...query }) => {
      const { id_sort, tag_mode } = query as Partial<Input<typeof listChannels>>;
      const filter = { keyword: String(keyword), group: String(group), model: String(model) };
      if (!keyword && !group && !model)
        return { rows: await call(listChannels, { p: p - 1, page_size: size, id_sort, tag_mode }) };
      return { all: (await call(searchChannels, { ...filter, id_sort, tag_mode })) as Channel[] };
    }),
  ],
  ...[
    [pageDrawings, listDrawings] as const,
    [pageOwnDrawings, listOwnDrawings] as const,
    [pageTasks, listTasks] as const,
    [pageOwnTasks, listOwnTasks] as const,
  ].map(([page, list]): [string, Original] => [
    page.address,
    pages(async (call, { p, size: _, cursor: __, ...filter }) => {
      const rows = await call(list as Endpoint, { ...filter, p: p - 1 } as never);
      return { rows: rows as unknown[], size: FIXED_SIZE };
    }),
  ]),
  [listChannelTypes.address, { needs: 'pages', answer: async () => channelTypes }],
  [saveOptions.address, { needs: 'option-batch', answer: saveOneByOne }],
]);

interface PageQuery {
  /** From 1. */
  readonly p: number;
  readonly size: number;
  readonly [filter: string]: unknown;
}

/** Either the rows of the page, or all that match, of which the page is a part. */
interface Rows {
  readonly rows?: readonly unknown[];
  readonly all?: readonly unknown[];
  readonly size?: number;
}

function pages(read: (call: CallOriginal, query: PageQuery) => Promise<Rows>): Original {
  return {
    needs: 'pages',
    async answer(call, { p: page, page_size, ...filter }) {
      const p = Math.max(1, Number(page ?? 1));
      const wanted = Number(page_size ?? DEFAULT_SIZE);
      const found = await read(call, { ...filter, p, size: wanted });
      const size = found.size ?? wanted;
      const before = (p - 1) * size;
      const items = found.all?.slice(before, before + size) ?? found.rows ?? [];
      // Nothing counts the rows there: behind a full page there may be another one.
      const total = found.all?.length ?? before + items.length + (items.length === size ? 1 : 0);
      return { items, total, page: p, page_size: size, next_cursor: null };
    },
  };
}

/** Not all or none: the first that is refused ends it, and the page shows which one. */
async function saveOneByOne(call: CallOriginal, { options }: Record<string, unknown>): Promise<undefined> {
  for (const { key, value } of options as Input<typeof saveOption>[]) await call(saveOption, { key, value });
  return undefined;
}
