import type { Insertable } from 'kysely';
import type { ChannelTable } from '../../db/schema.ts';

/** A channel before its key and the password of its proxy are sealed. */
export type TakenChannel = Insertable<
  Omit<ChannelTable, 'id' | 'key_sealed' | 'key_hash' | 'proxy_sealed'>
> & {
  readonly id?: number;
  readonly key: string;
  /** Why it is taken over disabled, if it is. */
  readonly reasons?: readonly string[];
  /** Of several keys, by number: 2 turned off by hand, 3 by the gateway. */
  readonly keyStates?: Readonly<Record<number, number>>;
};
