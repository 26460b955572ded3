import type { AreaEvent } from '@tollgate/contract';
import { aboutCode } from '@tollgate/federation';

type Crash = Extract<AreaEvent, { type: 'area.crash/v1' }>;

const MOST_FRAMES = 6;
const MAX_PLACE = 160;

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

/** Frames of the console and of the browser are left out: the team can do nothing about them. */
export function placesIn(stack: string, folder: string): string[] {
  return stack
    .split('\n')
    .flatMap((line) => {
      const at = line.indexOf(folder);
      const [place] = at === -1 ? [] : (/^[\w./-]+:\d+:\d+/.exec(line.slice(at + folder.length)) ?? []);
      if (!place || place.length > MAX_PLACE) return [];
      const name = functionIn(line);
      return [name ? `${name} (${place})` : place];
    })
    .slice(0, MOST_FRAMES);
}

/** `    at async Object.load (https://…` of Chromium, `load@https://…` of Firefox and Safari. */
const FUNCTION =
  /^\s*at (?:async |new )?(?:[\w$]+\.)*([\w$]{1,30}) (?:\[as [\w$]+\] )?\(|^(?:[\w$]+\.)*([\w$]{1,30})@/;

/** The code of a build is minified: the gateway finds the name in the sources by this one. */
function functionIn(line: string): string | undefined {
  const [, chromium, others] = FUNCTION.exec(line) ?? [];
  return chromium ?? others;
}
