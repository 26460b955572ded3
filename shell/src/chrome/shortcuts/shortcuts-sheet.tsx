import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLazyTexts } from '../../i18n/use-lazy-texts.ts';
import { useSession } from '../../session/use-session.ts';
import { Dialog } from '../dialog.tsx';
import en from './i18n/en.json' with { type: 'json' };
import zh from './i18n/zh.json' with { type: 'json' };
import { commandKey } from './shortcuts.ts';
import { areSingleKeysOn, chooseSingleKeys } from './single-keys.ts';
import { usePageShortcuts } from './use-page-shortcuts.ts';
import './shortcuts.css';

/** Every shortcut that works on every page. */
export function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell');
  const pages = usePageShortcuts();
  const rows = [
    { keys: [commandKey(), 'K'], label: t('palette.open') },
    { keys: ['?'], label: t('shortcuts.title') },
    { keys: ['Esc'], label: t('shortcuts.close') },
    ...pages.map(({ key, label }) => ({ keys: ['g', key], label: t('shortcuts.go-to', { page: label }) })),
  ];
  return (
    <Dialog title={t('shortcuts.title')} onClose={onClose}>
      <dl className="sh-shortcuts">
        {rows.map(({ keys, label }) => (
          <div key={keys.join()}>
            <dt>{label}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <SingleKeys />
    </Dialog>
  );
}

function SingleKeys() {
  const { t } = useLazyTexts('shell.shortcuts', { en, zh });
  const { user } = useSession();
  const [isOn, setOn] = useState(areSingleKeysOn);
  return (
    <label className="sh-shortcuts-single">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ target }) => {
          chooseSingleKeys(user?.id, target.checked);
          setOn(target.checked);
        }}
      />
      <span>
        {t('single-keys')}
        <small>{t('single-keys-hint')}</small>
      </span>
    </label>
  );
}
