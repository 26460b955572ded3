import type { OptionKey } from '@tollgate/contract/options';

/**
 * One option as the form draws it: a line of a table. The kinds follow the contract's own table, which is not loaded
 * into the page because it carries every price; a test holds the two together.
 */
export interface OptionField {
  key: OptionKey;
  /** The field of the form and the key of its texts; option keys may have dots, which forms take for paths. */
  name: string;
  kind: FieldKind;
  /** Of a number; of a text, `max` is its length. */
  min?: number;
  max?: number;
  /** Lines of a text area. */
  rows?: number;
  /** The words of a choice. */
  values?: readonly string[];
  /** Switching it off is asked about first. */
  confirmOff?: boolean;
  /** Key of the text behind the number. */
  unit?: string;
}

/** `link` may also be a path of this site, `list` travels with commas, `json-list` is a list of maps. */
export type FieldKind =
  | ('flag' | 'choice' | 'number' | 'integer' | 'quota')
  | ('text' | 'long' | 'url' | 'link' | 'secret' | 'lines' | 'list' | 'json' | 'json-list');

export interface SettingsSection {
  id: string;
  fields: readonly OptionField[];
}

/** The longest address that the server takes. */
export const MAX_URL = 2000;
