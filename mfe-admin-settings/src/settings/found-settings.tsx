import { Link } from '@tollgate/ui/router';
import { useTranslation } from 'react-i18next';
import { tabs } from './tabs.tsx';

interface Props {
  search: string;
  onOpen: () => void;
}

/** Settings whose name, hint or section has all words of the search. */
export function FoundSettings({ search, onOpen }: Props) {
  const { t } = useTranslation('area.admin-settings');
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const all = tabs.flatMap((tab) =>
    (tab.sections ?? []).flatMap(({ id, fields }) =>
      fields.map(({ name }) => ({
        tab: tab.id,
        name,
        label: t(`settings.option.${name}.label`),
        hint: t(`settings.option.${name}.hint`),
        place: `${t(`settings.tab.${tab.id}`)} › ${t(`settings.section.${id}.title`)}`,
      })),
    ),
  );
  const found = all.filter(({ label, hint, place }) => {
    const text = `${label} ${hint} ${place}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const isNamed = ({ label }: { label: string }) => label.toLowerCase().includes(words[0] ?? '');
  const shown = [...found.filter(isNamed), ...found.filter((each) => !isNamed(each))].slice(0, MOST);
  return (
    <>
      <p className="settings-found-count" role="status">
        {found.length === 0 ? t('settings.find.none') : t('settings.find.found', { count: found.length })}
      </p>
      <ul className="settings-found">
        {shown.map(({ tab, name, label, place }) => (
          <li key={name}>
            <Link
              className="settings-index-link"
              to={{ search: `?tab=${tab}&setting=${name}` }}
              preventScrollReset
              onClick={onOpen}
            >
              {label}
              <small>{place}</small>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

const MOST = 12;
