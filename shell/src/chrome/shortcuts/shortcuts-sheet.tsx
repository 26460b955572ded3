import { useTranslation } from 'react-i18next';
import { Dialog } from '../dialog.tsx';
import { commandKey } from './shortcuts.ts';
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
    </Dialog>
  );
}
