import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import './tag-list.css';

export interface TagListProps {
  items: readonly string[];
  /** How many tags are shown before the rest folds into "+3". 3 by default. */
  max?: number;
  /** Shown when there are none. */
  empty?: ReactNode;
  /** Makes each name a button; `chosen` is the selected one. */
  onChoose?: (item: string) => void;
  chosen?: string;
}

type Choosing = Pick<TagListProps, 'onChoose' | 'chosen'>;

/** Names as tags; a click shows those that do not fit. */
export function TagList({ items, max = 3, empty = '–', ...choosing }: TagListProps) {
  const { t } = useTranslation('common');
  if (items.length === 0) return <span className="tg-muted">{empty}</span>;
  const rest = items.slice(max);
  const label = t('a11y.more-tags', { value: rest.length });
  const more = (
    <button type="button" className="tg-tag-list-more" aria-label={label}>
      +{rest.length}
    </button>
  );
  return (
    <span className="tg-tag-list" data-part="tag-list">
      {items.slice(0, max).map((item) => (
        <Name key={item} text={item} {...choosing} />
      ))}
      {rest.length > 0 && (
        <Suspense fallback={more}>
          <ButtonPopover label={label} content={<AllNames items={rest} {...choosing} />}>
            {more}
          </ButtonPopover>
        </Suspense>
      )}
    </span>
  );
}

/** Not among the first scripts of the console. */
const ButtonPopover = lazy(async () => ({
  default: (await import('../popup/button-popover.tsx')).ButtonPopover,
}));

function AllNames({ items, ...choosing }: { items: readonly string[] } & Choosing) {
  return (
    <div className="tg-tag-list tg-tag-list-all">
      {items.map((item) => (
        <Name key={item} text={item} {...choosing} />
      ))}
    </div>
  );
}

function Name({ text, onChoose, chosen }: { text: string } & Choosing) {
  if (onChoose) {
    return (
      <button
        type="button"
        className="tg-tag-list-name tg-tag-list-choice"
        data-part="tag-name"
        title={text}
        aria-pressed={text === chosen}
        onClick={() => onChoose(text)}
      >
        {text}
      </button>
    );
  }
  return (
    <span className="tg-tag-list-name" data-part="tag-name" title={text}>
      {text}
    </span>
  );
}
