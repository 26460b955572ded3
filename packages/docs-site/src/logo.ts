import { colors, type Theme } from '@tollgate/design-tokens';

/** The mark that packages/ui/src/display/logo.tsx draws, as an address of an image. */
export function logoOf(theme: Theme): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="${colors[theme].brand}"><path d="${MARK}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

const MARK =
  'M1.75 1h12.5c.41 0 .75.34.75.75v2.5c0 .41-.34.75-.75.75H1.75A.75.75 0 0 1 1 4.25v-2.5C1 1.34 1.34 1 1.75 1zM4 6.5h3v8a.5.5 0 0 1-.5.5H4a.75.75 0 0 1-.75-.75v-7C3.25 6.84 3.59 6.5 4 6.5zM9 6.5h3c.41 0 .75.34.75.75v7a.75.75 0 0 1-.75.75H9.5a.5.5 0 0 1-.5-.5z';
