import { ExtensionsContext, reaches } from '@tollgate/console-sdk';
import { languages, useLanguage } from '@tollgate/i18n';
import type { Command } from '@tollgate/ui/core';
import { useContext, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { areaText } from '../../areas/area-text.ts';
import { useRegistry } from '../../areas/areas-context.ts';
import { useSession } from '../../session/use-session.ts';
import { openedCommand } from './opened-command.ts';

/** Commands of areas: those that the user may use and whose area can be loaded. */
export function useAreaCommands(): Command[] {
  const { t } = useTranslation('shell');
  const { language } = useLanguage();
  const session = useSession();
  const { areas } = useRegistry();
  const extensions = useContext(ExtensionsContext);
  const placed = useSyncExternalStore(extensions.subscribe, () => extensions.at('shell.command/v1'));
  return placed
    .filter(({ access, isOff }) => !isOff && reaches(session, access))
    .flatMap((extension) => {
      const area = areas.find(({ id }) => id === extension.area);
      if (!area) return [];
      const title = areaText(area, language, extension.title);
      const others = languages.filter((other) => other !== language);
      const keywords = others.map((other) => areaText(area, other, extension.title)).join(' ');
      const id = `area-${extension.area}-${extension.id}`;
      const run = () => openedCommand.set(extension);
      return [{ id, title, keywords, group: t('palette.actions'), run }];
    });
}
