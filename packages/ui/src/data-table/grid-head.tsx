import { Checkbox } from '@arco-design/web-react';
import { useTranslation } from 'react-i18next';
import { HeadCell } from './head-cell.tsx';
import type { GridProps } from './types.ts';
import type { useSelection } from './use-selection.ts';

interface GridHeadProps<Row> extends GridProps<Row> {
  selected: ReturnType<typeof useSelection>;
}

/** The column headers. The chooser has its own cell, so that it never covers a name. */
export function GridHead<Row>(props: GridHeadProps<Row>) {
  const { t } = useTranslation('common');
  const { columns, list, actions, expand, selection, selected, chooser } = props;
  return (
    <thead>
      <tr>
        {selection && (
          <th className="tg-grid-control" scope="col">
            <Checkbox
              aria-label={t('table.select-page')}
              checked={selected.all}
              indeterminate={selected.some && !selected.all}
              onChange={selected.toggleAll}
            />
          </th>
        )}
        {expand && (
          <th className="tg-grid-control" scope="col">
            <span className="tg-visually-hidden">{t('table.expand-row')}</span>
          </th>
        )}
        {columns.map((column, index) => (
          <HeadCell
            key={column.key}
            column={column}
            isFirst={index === 0}
            sort={list?.sort ?? ''}
            onSort={list?.setSort}
          />
        ))}
        {(actions || chooser) && (
          <th className="tg-grid-actions" scope="col">
            <span className="tg-visually-hidden">{t('table.actions')}</span>
            {chooser}
          </th>
        )}
      </tr>
    </thead>
  );
}
