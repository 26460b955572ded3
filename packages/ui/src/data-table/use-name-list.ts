import { useTranslation } from 'react-i18next';
import { useFormat } from '../provider/use-format.ts';

/** Enough to recognize what is meant; more would not be read. */
const NAMED = 5;

/** Returns a function that lists names for a question: five of them, and how many more there are. */
export function useNameList(): (names: readonly string[]) => string {
  const { t } = useTranslation('common');
  const format = useFormat();
  return (names) => {
    const listed = names.slice(0, NAMED).join(t('table.names-separator'));
    if (names.length <= NAMED) return listed;
    return t('table.names-more', { names: listed, value: format.number(names.length - NAMED) });
  };
}
