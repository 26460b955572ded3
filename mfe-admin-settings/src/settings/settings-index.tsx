import { Input } from '@tollgate/ui/form';
import { Link } from '@tollgate/ui/router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FoundSettings } from './found-settings.tsx';
import { type SettingsTab, tabs } from './tabs.tsx';
import './settings-index.css';

/** The settings by subject: the open one with its sections, and a search over all. On a phone it is a row. */
export function SettingsIndex({ open }: { open: SettingsTab }) {
  const { t } = useTranslation('area.admin-settings');
  const [search, setSearch] = useState('');
  const label = t('settings.find.label');
  return (
    <div className="settings-index">
      <Input allowClear aria-label={label} placeholder={label} value={search} onChange={setSearch} />
      {search.trim() ? (
        <FoundSettings search={search} onOpen={() => setSearch('')} />
      ) : (
        <nav aria-label={t('settings.tabs')}>
          <ul>
            {tabs.map((tab) => (
              <li key={tab.id}>
                <Link
                  className="settings-index-link"
                  to={{ search: `?tab=${tab.id}` }}
                  aria-current={tab === open ? 'page' : undefined}
                >
                  {t(`settings.tab.${tab.id}`)}
                </Link>
                {tab === open && tab.sections && <Sections ids={tab.sections.map(({ id }) => id)} />}
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}

function Sections({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation('area.admin-settings');
  const show = (id: string) => {
    const heading = document.getElementById(`settings-${id}`);
    if (!heading) return;
    heading.scrollIntoView({ block: 'start' });
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  };
  return (
    <ul className="settings-index-sections">
      {ids.map((id) => (
        <li key={id}>
          <button type="button" onClick={() => show(id)}>
            {t(`settings.section.${id}.title`)}
          </button>
        </li>
      ))}
    </ul>
  );
}
