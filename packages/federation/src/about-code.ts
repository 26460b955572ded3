/**
 * What browsers themselves say about code: names of variables and properties, never data. Messages that an area wrote
 * may hold anything, so they stay here.
 */
const ABOUT_CODE =
  /^(?:Cannot (?:read|set) propert|can't access property|(?:[\w$.()[\]]+|undefined|null) is (?:not (?:a function|a constructor|defined|iterable|an object)|undefined|null)|Assignment to constant|Maximum (?:call stack|update depth)|Minified React error #\d+|Invalid array length|Rendered (?:more|fewer) hooks)/;

/** Returns the message of an error if it is about code alone, otherwise an empty text. */
export function aboutCode(message: string): string {
  const [minified] = /^Minified React error #\d+/.exec(message) ?? [];
  if (minified) return minified;
  return ABOUT_CODE.test(message) ? (message.split('\n')[0] ?? '').slice(0, 120) : '';
}
