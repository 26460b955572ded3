import type { ExtensionTab } from '@tollgate/console-sdk';
import { Input } from '@tollgate/ui/form';
import { Link } from '@tollgate/ui/router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FoundSettings } from './found-settings.tsx';
import { tabs } from './tabs.tsx';
import './settings-index.css';

interface Props {
  /** The id of the open tab. */
  open: string;
  /** Tabs of other areas. */
  panels: readonly ExtensionTab[];
}

/** The settings by subject: the open one with its sections, and a search over all. On a phone it is a row. */
export function SettingsIndex({ open, panels }: Props) {
  const { t } = useTranslation('area.admin-settings');
  const [search, setSearch] = useState('');
  const label = t('settings.find.label');
  const isSearching = search.trim() !== '';
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (!isSearching && list.current) showTab(list.current, open);
  }, [open, isSearching]);
  return (
    <div className="settings-index">
      <Input allowClear aria-label={label} placeholder={label} value={search} onChange={setSearch} />
      {isSearching ? (
        <FoundSettings search={search} onOpen={() => setSearch('')} />
      ) : (
        <nav aria-label={t('settings.tabs')}>
          <ul ref={list}>
            {tabs.map(({ id, sections }) => (
              <li key={id}>
                <TabLink id={id} isOpen={id === open} label={t(`settings.tab.${id}`)} />
                {id === open && sections && <Sections ids={sections.map((section) => section.id)} />}
              </li>
            ))}
            {panels.map(({ id, label }) => (
              <li key={id}>
                <TabLink id={id} isOpen={id === open} label={label} />
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}

/** Scrolls the row of a phone to a tab, and the page not at all. */
function showTab(row: HTMLElement, id: string): void {
  const link = row.querySelector(`[data-tab="${CSS.escape(id)}"]`);
  if (!link) return;
  const [outer, inner] = [row.getBoundingClientRect(), link.getBoundingClientRect()];
  row.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
}

function TabLink({ id, isOpen, label }: { id: string; isOpen: boolean; label: string }) {
  return (
    <Link
      className="settings-index-link"
      data-tab={id}
      to={{ search: `?tab=${id}` }}
      aria-current={isOpen ? 'page' : undefined}
    >
      {label}
    </Link>
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
