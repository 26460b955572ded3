import type { Defaulted, UnixSeconds } from './column-types.ts';

/** Something that a file of the operator declares, as it was applied last. */
export interface DeclarationTable {
  /** `private_host`: an address that the option `ChannelPrivateHosts` has for the sake of a declared channel. */
  kind: 'option' | 'price' | 'channel' | 'limit' | 'private_host';
  /** Of an option, a model, a channel or a limit rule; the address of a private host. */
  name: string;
  /** Of the channel or limit rule; 0 for others. */
  row_id: Defaulted<number>;
  /** File and line: `/etc/tollgate/tollgate.yaml:12`. */
  place: Defaulted<string>;
  /** JSON: where secret fields come from, `{ "key": "env:OPENAI_KEY" }`. */
  secrets: string;
  applied_at: UnixSeconds;
}
