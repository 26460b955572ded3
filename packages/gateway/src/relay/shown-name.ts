import { storableText } from '../core/storable-text.ts';

const MAX_SHOWN = 100;

/** The name of a model as an error shows it: callers send what they like. */
export function shownName(model: string): string {
  return storableText(model, MAX_SHOWN);
}
