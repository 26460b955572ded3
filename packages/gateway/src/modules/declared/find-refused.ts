import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { change } from '../shared/change.ts';
import type { DeclaredKind } from '../shared/repository/declarations.ts';
import { channelSection } from './channel-section.ts';
import type { Item } from './item.ts';
import { readDeclaredFile } from './read-file.ts';

/** Something that this gateway has and no file can declare. */
export interface Refused {
  readonly kind: DeclaredKind;
  readonly name: string;
  readonly reason: string;
}

/** A written file before it is handed out. */
export interface Draft {
  readonly text: string;
  /** The names in each section, in the order of the file. */
  readonly names: Readonly<Record<'channels' | 'limits', readonly string[]>>;
  /** Its secrets, by their references. */
  readonly secrets: ReadonlyMap<string, string>;
}

/** Finds what `plan` would refuse of a written file, here or on an empty gateway. */
export async function findRefused(
  ctx: Context,
  { text, names, secrets }: Draft,
  describe: (error: AppError) => string,
): Promise<Refused[]> {
  const { items, problems } = readDeclaredFile({ path: '', text, environment: {}, secrets });
  const refused: Refused[] = [];
  for (const { reason } of problems) {
    const [, section = '', place = '', sentence = ''] =
      /^(channels|limits|options|prices)\.(\d+|.+?)(?:\.\w+)?: (.*)$/s.exec(reason) ?? [];
    const kind = kinds[section as keyof typeof kinds];
    const name = section === 'channels' || section === 'limits' ? names[section][Number(place)] : place;
    if (kind && name !== undefined && !refused.some((each) => each.kind === kind && each.name === name))
      refused.push({ kind, name, reason: sentence });
  }
  for (const item of items.filter(({ kind }) => kind === 'channel')) {
    const reason = await tryInsert(ctx, item, describe);
    if (reason !== undefined) refused.push({ kind: 'channel', name: item.name, reason });
  }
  return refused;
}

const kinds = { channels: 'channel', limits: 'limit', options: 'option', prices: 'price' } as const;

/** Adds a channel as to an empty gateway, and takes it back. Returns why it is refused. */
async function tryInsert(
  ctx: Context,
  item: Item,
  describe: (error: AppError) => string,
): Promise<string | undefined> {
  try {
    await change(ctx, ['channels'], async (tx) => {
      await channelSection.save(tx, item, undefined);
      throw new TakenBack();
    });
  } catch (error) {
    if (error instanceof AppError) return describe(error);
    if (!(error instanceof TakenBack)) throw error;
  }
  return undefined;
}

class TakenBack extends Error {}
