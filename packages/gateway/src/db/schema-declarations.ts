import type { Defaulted, UnixSeconds } from './column-types.ts';

/** Something that a file of the operator declares, as it was applied last. */
export interface DeclarationTable {
  kind: 'option' | 'price' | 'channel' | 'limit';
  /** Of an option, a model, a channel or a limit rule. */
  name: string;
  /** Of the channel or limit rule; 0 for others. */
  row_id: Defaulted<number>;
  /** File and line: `/etc/tollgate/tollgate.yaml:12`. */
  place: Defaulted<string>;
  /** JSON: where secret fields come from, `{ "key": "env:OPENAI_KEY" }`. */
  secrets: string;
  applied_at: UnixSeconds;
}
