import { storableText } from '../../core/storable-text.ts';

const MAX_SHOWN = 100;

/** Returns a model name for an error message, safe for any input of callers. */
export function shownName(model: string): string {
  return storableText(model, MAX_SHOWN);
}
