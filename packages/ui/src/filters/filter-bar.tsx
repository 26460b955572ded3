import { Badge, Button } from '@arco-design/web-react';
import { IconFilter } from '@arco-design/web-react/icon';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filters, ListState } from '../data-table/use-list-state.ts';
import { Drawer } from '../forms/drawer.tsx';
import { useIsMobile, useIsTablet } from '../provider/use-is-mobile.ts';
import { FilterChoice } from './filter-choice.tsx';
import { SearchInput } from './search-input.tsx';
import './filter-bar.css';
import './select-arrow.css';

export interface FilterField<F extends Filters = Filters> {
  name: keyof F & string;
  label: string;
  /** Options of a drop-down. The one with the filter's default value comes first: `{ value: '', label: 'All' }`. */
  options?: { value: string; label: string }[];
  /** Any other control, such as a `DateTimeRange`. It has its own accessible name. */
  render?: (value: string, onChange: (value: string, isRefined?: boolean) => void) => ReactNode;
}

export interface FilterBarProps<F extends Filters> {
  /** The result of `useListState`. */
  list: Pick<ListState<F>, 'filters' | 'activeFilters' | 'setFilters' | 'clearFilters'>;
  /** The text filter; `/` focuses it. `onType` runs on every key; `problem` is shown below the field. */
  search?: {
    name: keyof F & string;
    placeholder: string;
    onType?: (text: string) => void;
    problem?: string | undefined;
  };
  fields?: FilterField<F>[];
  /** Buttons at the right end. */
  actions?: ReactNode;
}

/** With more of them a tablet would show three rows or more above the list. */
const FEW = 5;

/** Filters of a list in one row. On a phone all except the search fold into a sheet, many of them on a tablet too. */
export function FilterBar<F extends Filters>({ list, search, fields = [], actions }: FilterBarProps<F>) {
  const { t } = useTranslation('common');
  const isMobile = useIsMobile();
  const isCrowded = useIsTablet() && fields.length > FEW;
  const isFolded = fields.length > 0 && (isMobile || isCrowded);
  const change = (name: string) => (value: string, isRefined?: boolean) =>
    list.setFilters({ [name]: value } as Partial<F>, isRefined);
  const controls = fields.map(({ name, label, options, render }) => (
    <div key={name} className="tg-filter" data-part="filter">
      {render?.(list.filters[name] ?? '', change(name))}
      {options && (
        <FilterChoice
          label={label}
          options={options}
          value={list.filters[name] ?? ''}
          onChange={(value) => change(name)(value)}
        />
      )}
    </div>
  ));

  return (
    <search className="tg-filter-bar" data-part="filter-bar">
      {search && (
        <SearchInput
          placeholder={search.placeholder}
          value={list.filters[search.name] ?? ''}
          onSearch={change(search.name)}
          onType={search.onType}
          problem={search.problem}
        />
      )}
      {isFolded ? (
        <Sheet isNamed={!search} active={list.activeFilters.filter((name) => name !== search?.name).length}>
          {controls}
        </Sheet>
      ) : (
        controls
      )}
      {!isMobile && list.activeFilters.length > 0 && (
        <Button type="text" onClick={list.clearFilters}>
          {t('empty.clear-filters')}
        </Button>
      )}
      {actions && (
        <span className="tg-filter-actions" data-part="filter-actions">
          {actions}
        </span>
      )}
    </search>
  );
}

function Sheet({ isNamed, active, children }: { isNamed: boolean; active: number; children: ReactNode }) {
  const { t } = useTranslation('common');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Badge count={active} dot>
        <Button
          icon={<IconFilter />}
          aria-label={active ? t('filter.active', { value: active }) : t('filter.title')}
          onClick={() => setOpen(true)}
        >
          {isNamed && t('filter.title')}
        </Button>
      </Badge>
      <Drawer
        visible={isOpen}
        placement="bottom"
        height="auto"
        title={t('filter.title')}
        onCancel={() => setOpen(false)}
        footer={
          <div>
            <Button long type="primary" onClick={() => setOpen(false)}>
              {t('filter.show-results')}
            </Button>
          </div>
        }
      >
        <div className="tg-filter-sheet">{children}</div>
      </Drawer>
    </>
  );
}
