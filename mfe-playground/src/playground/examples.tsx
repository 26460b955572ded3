import { IconBulb, IconCode, IconTranslate, IconTrophy } from '@tollgate/ui/icons';
import { useTranslation } from 'react-i18next';
import './examples.css';

/** Four prompts to begin with. They go into the box, where they can be changed before they cost something. */
export function Examples({ onPick }: { onPick: (text: string) => void }) {
  const { t } = useTranslation('area.playground');
  return (
    <div className="playground-examples">
      <h2>{t('examples.title')}</h2>
      <ul>
        {examples.map(({ id, Icon }) => (
          <li key={id}>
            <button type="button" onClick={() => onPick(t(`examples.${id}.prompt`))}>
              <Icon aria-hidden />
              <strong>{t(`examples.${id}.title`)}</strong>
              <span>{t(`examples.${id}.prompt`)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

const examples = [
  { id: 'explain', Icon: IconBulb },
  { id: 'code', Icon: IconCode },
  { id: 'translate', Icon: IconTranslate },
  { id: 'reason', Icon: IconTrophy },
] as const;
