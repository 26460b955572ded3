import { useReadable } from '@tollgate/console-sdk';
import { type Language, languages, useLanguage } from '@tollgate/i18n';
import type { Command } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { useRegistry } from '../../areas/areas-context.ts';
import { useSession } from '../../session/use-session.ts';
import { useSignOut } from '../../session/use-sign-out.ts';
import { chooseDensity, density } from '../../theme/density.ts';
import { chooseTheme, themeChoice, themeChoices } from '../../theme/theme.ts';
import { openDialog } from '../dialogs/open-dialog.ts';
import { useNotice } from '../notice/use-notice.ts';

/** Each in the language to which it switches, found by its name in the others. */
const switches: Record<Language, [title: string, keywords: string]> = {
  zh: ['切换到中文', 'Chinese language 语言'],
  en: ['Switch to English', '英文 语言 language'],
};

/** Actions available on every page. Hides choices that are already active. */
export function useActionCommands(): Command[] {
  const { t } = useTranslation('shell');
  const { user } = useSession();
  const signOut = useSignOut();
  const { language, setLanguage } = useLanguage();
  const theme = useReadable(themeChoice);
  const isCompact = useReadable(density) === 'compact';
  const notice = useNotice();
  const { overrides } = useRegistry(); // absent for users without the right

  const themes = themeChoices
    .filter((choice) => choice !== theme)
    .map((choice) =>
      toCommand(`theme-${choice}`, t('palette.theme', { theme: t(`theme.${choice}`) }), () =>
        chooseTheme(choice),
      ),
    );
  const mine = user
    ? [
        toCommand('sessions', t('account.sessions'), () => openDialog('sessions')),
        toCommand('sign-out', t('account.sign-out'), signOut),
      ]
    : [];
  return [
    ...themes,
    ...languages
      .filter((other) => other !== language)
      .map((other) => {
        const [title, keywords] = switches[other];
        return toCommand(`language-${other}`, title, () => setLanguage(other), keywords);
      }),
    isCompact
      ? toCommand('density-regular', t('density.choose-regular'), () => chooseDensity('regular'))
      : toCommand('density-compact', t('density.choose-compact'), () => chooseDensity('compact')),
    ...(notice ? [toCommand('notice', t('notice.label'), () => openDialog('notice'))] : []),
    toCommand('build', t('palette.build'), () => openDialog('build'), 'version area canary 版本 区域 灰度'),
    toCommand('shortcuts', t('shortcuts.title'), () => openDialog('shortcuts')),
    ...(overrides ? [toCommand('override', t('override.command'), () => openDialog('override'), 'dev')] : []),
    ...mine,
  ];

  function toCommand(id: string, title: string, run: () => unknown, keywords = ''): Command {
    return { id, title, keywords, group: t('palette.actions'), run };
  }
}
