import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsMobile } from '../provider/use-is-mobile.ts';
import { BulkBar } from './bulk-bar.tsx';
import { ColumnChooser } from './column-chooser.tsx';
import { Grid } from './grid.tsx';
import { ListStatus } from './list-status.tsx';
import { Pager, useRecordCount } from './pager.tsx';
import { RecordList } from './record-list.tsx';
import { StaleNotice, stateInstead } from './table-states.tsx';
import type { DataTableProps } from './types.ts';
import { useColumns } from './use-columns.ts';
import { UNCROWDED, useFittingColumns } from './use-fitting-columns.ts';
import { RecordLook } from './use-is-record.ts';
import { useRowKeys } from './use-row-keys.ts';
import { useShownKeys } from './use-row-selection.ts';
import { useShownSelection } from './use-shown-selection.ts';
import './data-table.css';

/** A list of records in all its states: loading, filled, refreshing, empty, failed, forbidden; also on phones. */
export function DataTable<Row>(given: DataTableProps<Row>) {
  const props = { ...given, selection: useShownKeys(given.selection, given.rowKey) };
  const { source, columns, storageKey, list, selection, tools } = props;
  const region = useRef<HTMLDivElement>(null);
  const isMobile = useIsMobile();
  const [crowding, setCrowding] = useState(UNCROWDED);
  const isList = isMobile || crowding.isList;
  const choice = useColumns(columns, storageKey, crowding.hidden);
  const rows = source.data?.items;
  useFittingColumns(region, { choice, rows, isList, crowding, setCrowding });
  useRowKeys(region);
  const hidden = useShownSelection(props);

  const instead = stateInstead(props, choice.shown.length);
  const total = source.data?.total ?? 0;
  const count = useRecordCount(total, props.countLimit);
  const none = useTranslation('common').t('empty.filtered');
  const results = source.data && !source.isLoading ? (total > 0 ? count : none) : undefined;
  const isOutdated = source.isLoading && source.data !== undefined;
  return (
    <div
      className={`tg-data-table${isOutdated ? ' tg-data-table-outdated' : ''}`}
      ref={region}
      aria-busy={source.isValidating ?? false}
    >
      {tools && !isMobile && <div className="tg-data-table-tools">{tools}</div>}
      <div
        className={`tg-data-table-progress${source.isValidating && source.data ? ' tg-data-table-progress-on' : ''}`}
      />
      <ListStatus filters={list?.filters} results={results} />
      {source.error !== undefined && !instead && <StaleNotice error={source.error} retry={source.retry} />}
      {instead ??
        (isList ? (
          <RecordLook value>
            <RecordList {...props} />
          </RecordLook>
        ) : (
          <Grid
            {...props}
            isTight={crowding.isTight}
            columns={choice.shown}
            chooser={storageKey && <ColumnChooser columns={columns} choice={choice} />}
          />
        ))}
      {selection && selection.keys.length > 0 && <BulkBar {...selection} hidden={hidden} />}
      {list && total > 0 && !instead && (
        <Pager
          page={list.page}
          pageSize={list.pageSize}
          total={total}
          countLimit={props.countLimit}
          onPage={list.setPage}
          onPageSize={list.setPageSize}
        />
      )}
    </div>
  );
}
