import { IconSearch } from '@arco-design/web-react/icon';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_SEARCH } from '../filters/max-search.ts';
import type { Command } from './types.ts';

interface PaletteFieldProps {
  listId: string;
  chosen: Command | undefined;
  query: string;
  onQuery: (query: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** The input of the palette; it keeps the focus while the selection moves through the list. */
export function PaletteField({ listId, chosen, query, onQuery, onKeyDown }: PaletteFieldProps) {
  const { t } = useTranslation('common');
  return (
    <div className="tg-palette-field">
      <IconSearch aria-hidden />
      <input
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={chosen && `${listId}-${chosen.id}`}
        aria-label={t('palette.title')}
        placeholder={t('palette.placeholder')}
        autoComplete="off"
        maxLength={MAX_SEARCH}
        spellCheck={false}
        value={query}
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <kbd>Esc</kbd>
    </div>
  );
}
