import path from 'node:path';
import { spokenLanguages } from './texts.ts';
import { areaFolder } from './workspace.ts';

/** Updates the texts of an area in development; see hot-texts-loader.cjs. */
export function hotTextsRule(id: string) {
  const languages = spokenLanguages(areaFolder(id));
  return {
    test: path.join(areaFolder(id), 'src/area.tsx'),
    enforce: 'pre' as const,
    use: [{ loader: path.join(import.meta.dirname, 'hot-texts-loader.cjs'), options: { id, languages } }],
  };
}
