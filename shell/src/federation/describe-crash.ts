import type { AreaEvent } from '@tollgate/contract';

type Crash = Extract<AreaEvent, { type: 'area.crash/v1' }>;

const MOST_FRAMES = 6;
const MAX_PLACE = 160;

/**
 * What browsers themselves say about code: names of variables and properties, never data. Messages that an area wrote
 * may hold anything, so they stay here.
 */
const ABOUT_CODE =
  /^(?:Cannot (?:read|set) propert|can't access property|(?:[\w$.()[\]]+|undefined|null) is (?:not (?:a function|a constructor|defined|iterable|an object)|undefined|null)|Assignment to constant|Maximum (?:call stack|update depth)|Minified React error #\d+|Invalid array length|Rendered (?:more|fewer) hooks)/;

/** Describes a crash without anything personal: the class of the error, and places in the files of the build. */
export function describeCrash(
  { area, buildId }: Pick<Crash, 'area' | 'buildId'>,
  error: unknown,
): Pick<Crash, 'name' | 'message' | 'stack'> {
  const { name, message, stack } = (error ?? {}) as { name?: unknown; message?: unknown; stack?: unknown };
  return {
    name: typeof name === 'string' && /^[\w$]{1,60}$/.test(name) ? name : '',
    message: typeof message === 'string' ? aboutCode(message) : '',
    stack: typeof stack === 'string' ? placesIn(stack, `/assets/areas/${area}/${buildId}/`) : [],
  };
}

function aboutCode(message: string): string {
  const [minified] = /^Minified React error #\d+/.exec(message) ?? [];
  if (minified) return minified;
  return ABOUT_CODE.test(message) ? (message.split('\n')[0] ?? '').slice(0, 120) : '';
}

/** Frames of the console and of the browser are left out: the team can do nothing about them. */
export function placesIn(stack: string, folder: string): string[] {
  return stack
    .split('\n')
    .flatMap((line) => {
      const at = line.indexOf(folder);
      const [place] = at === -1 ? [] : (/^[\w./-]+:\d+:\d+/.exec(line.slice(at + folder.length)) ?? []);
      return place && place.length <= MAX_PLACE ? [place] : [];
    })
    .slice(0, MOST_FRAMES);
}
