import { useTranslation } from 'react-i18next';
import { DateTimeRange } from './date-time-range.tsx';
import { FilterChoice } from './filter-choice.tsx';
import { isTimeWord, rangeFromText, rangeToText, type TimeWord, timeWords } from './time-range.ts';

export interface TimeFilterProps {
  label: string;
  /** The filter in the URL: a word such as `today`, or `from-to` in Unix seconds. */
  value: string;
  onChange: (value: string) => void;
  /** The range of an empty filter. All time without it. */
  fallback?: TimeWord;
  /** The clock that ranges are counted by, in milliseconds. */
  now?: () => number;
}

/** The time range of a list: a word that moves on with the clock, or two moments. */
export function TimeFilter({ label, value, onChange, fallback, now = Date.now }: TimeFilterProps) {
  const { t } = useTranslation('common');
  const range = rangeFromText(value, now()) ?? (fallback && rangeFromText(fallback, now()));
  const isCustom = rangeFromText(value, 0) !== undefined && !isTimeWord(value);
  const choose = (next: string) => onChange(next === fallback ? '' : next);

  function pick(choice: string) {
    if (choice === CUSTOM && range) onChange(rangeToText({ end: Math.floor(now() / 1000), ...range }));
    else choose(choice);
  }

  return (
    <div className="tg-time-filter">
      <FilterChoice
        label={label}
        value={isCustom ? CUSTOM : isTimeWord(value) ? value : (fallback ?? '')}
        options={[
          ...(fallback ? [] : [{ value: '', label: t('answer.all') }]),
          ...timeWords.map((word) => ({ value: word, label: t(`time.${word}`) })),
          ...(range ? [{ value: CUSTOM, label: t('time.custom') }] : []),
        ]}
        onChange={pick}
      />
      <DateTimeRange value={range} onChange={(next) => onChange(rangeToText(next))} />
    </div>
  );
}

const CUSTOM = 'custom';
