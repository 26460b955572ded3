import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonPopover } from '../popup/button-popover.tsx';
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
  return (
    <span className="tg-tag-list">
      {items.slice(0, max).map((item) => (
        <Name key={item} text={item} {...choosing} />
      ))}
      {rest.length > 0 && (
        <ButtonPopover
          label={t('a11y.more-tags', { value: rest.length })}
          content={<AllNames items={rest} {...choosing} />}
        >
          <button
            type="button"
            className="tg-tag-list-more"
            aria-label={t('a11y.more-tags', { value: rest.length })}
          >
            +{rest.length}
          </button>
        </ButtonPopover>
      )}
    </span>
  );
}

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
        title={text}
        aria-pressed={text === chosen}
        onClick={() => onChoose(text)}
      >
        {text}
      </button>
    );
  }
  return (
    <span className="tg-tag-list-name" title={text}>
      {text}
    </span>
  );
}
