import { useCallback, useContext, useMemo, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useArea, useReadable } from './area-provider.tsx';
import { ExtensionsContext, type PlacedExtension } from './extensions.tsx';
import { reaches } from './session.ts';

/** Returns the extensions at a point that the user may use, in order. The same array until something changes. */
export function usePlaced(point: string): readonly PlacedExtension[] {
  const extensions = useContext(ExtensionsContext);
  const session = useReadable(useArea().session);
  const placed = useSyncExternalStore(extensions.subscribe, () => extensions.at(point));
  return useMemo(() => placed.filter(({ access }) => reaches(session, access)), [placed, session]);
}

/** Returns the function that translates the title of an extension. Titles are known without the code of its area. */
export function useExtensionTitle(): (extension: PlacedExtension) => string {
  const { i18n } = useTranslation();
  const { language } = i18n;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new function in another language
  return useCallback(({ area, title }) => i18n.getFixedT(null, `area.${area}`)(title), [i18n, language]);
}

/** Names an extension in addresses, in stored choices and as a key: `logs.usage-of-user`. */
export function extensionName({ area, id }: PlacedExtension): string {
  return `${area}.${id}`;
}
