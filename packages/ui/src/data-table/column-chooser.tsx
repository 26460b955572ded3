import { Button, Checkbox } from '@arco-design/web-react';
import { IconSettings } from '@arco-design/web-react/icon';
import { useTranslation } from 'react-i18next';
import { ButtonPopover } from '../popup/button-popover.tsx';
import type { DataColumn } from './types.ts';
import type { ColumnChoice } from './use-columns.ts';
import './column-chooser.css';

export interface ColumnChooserProps<Row> {
  columns: DataColumn<Row>[];
  choice: ColumnChoice<Row>;
}

/** Chooses the visible columns; the first one is always visible. */
export function ColumnChooser<Row>({ columns, choice }: ColumnChooserProps<Row>) {
  const { t } = useTranslation('common');
  return (
    <ButtonPopover
      label={t('table.columns')}
      position="br"
      content={
        <div className="tg-column-chooser">
          {columns.slice(1).map((column) => (
            <Checkbox
              key={column.key}
              checked={choice.shown.includes(column)}
              onChange={() => choice.toggle(column.key)}
            >
              {column.title}
            </Checkbox>
          ))}
          <Button size="small" type="text" onClick={choice.reset}>
            {t('action.reset')}
          </Button>
        </div>
      }
    >
      <Button
        className="tg-column-chooser-button"
        type="text"
        size="small"
        icon={<IconSettings />}
        aria-label={t('table.columns')}
        title={t('table.columns')}
      />
    </ButtonPopover>
  );
}
