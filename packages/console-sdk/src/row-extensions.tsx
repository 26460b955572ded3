import { useToast } from '@tollgate/ui/core';
import type { DataColumn, RowAction } from '@tollgate/ui/data';
import { IconApps } from '@tollgate/ui/icons';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ExtensionFrame } from './extension-slot.tsx';
import type { ExtensionPoint, ExtensionPoints, PlacedExtension } from './extensions.tsx';
import { extensionName, useExtensionTitle, usePlaced } from './use-placed.ts';

/** The points for actions of a row. */
export type RowActionName = {
  [Point in ExtensionPoint]: ExtensionPoints[Point] extends { row: unknown; onClose: () => void }
    ? Point
    : never;
}[ExtensionPoint];

/** The points for columns of a list. */
export type RowColumnName = {
  [Point in ExtensionPoint]: ExtensionPoints[Point] extends { row: unknown; rows: readonly unknown[] }
    ? Point
    : never;
}[ExtensionPoint];

/**
 * Actions of other areas for the rows of a list. Their titles are in the menu of the row without any code; the chosen
 * one is loaded and drawn by `opened`, which belongs next to the table. One that cannot be shown says so and is over.
 */
export function useRowActions<Point extends RowActionName>(
  point: Point,
): {
  /** Without any a list needs no column for them. */
  hasActions: boolean;
  /** The same function until something changes. */
  actionsOf: (row: ExtensionPoints[Point]['row']) => RowAction[];
  opened: ReactNode;
} {
  const titleOf = useExtensionTitle();
  const all = usePlaced(point);
  const placed = useMemo(() => all.filter(({ isOff }) => !isOff), [all]);
  const [chosen, setChosen] = useState<{ extension: PlacedExtension; row: ExtensionPoints[Point]['row'] }>();
  const onClose = () => setChosen(undefined);
  const actionsOf = useCallback(
    (row: ExtensionPoints[Point]['row']) =>
      placed.map((extension) => ({
        key: extensionName(extension),
        label: titleOf(extension),
        icon: <IconApps />,
        onClick: () => setChosen({ extension, row }),
      })),
    [placed, titleOf],
  );
  return {
    hasActions: placed.length > 0,
    actionsOf,
    opened: chosen && (
      <ExtensionFrame
        extension={chosen.extension}
        of={{ row: chosen.row, onClose }}
        loading={null}
        unavailable={<Unavailable title={titleOf(chosen.extension)} onClose={onClose} />}
      />
    ),
  };
}

function Unavailable({ title, onClose }: { title: string; onClose: () => void }) {
  const { t } = useTranslation('common');
  const toast = useToast();
  const text = t('extension.unavailable', { what: title });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it turns out that nothing can be shown
  useEffect(() => {
    toast.error(text);
    onClose();
  }, []);
  return null;
}

/**
 * Columns of other areas for a list with a chooser. They are hidden, and their code is not loaded, until the user
 * chooses them. `rowOf` describes a row to them.
 */
export function useRowColumns<Point extends RowColumnName, Row extends object>(
  point: Point,
  rows: readonly Row[] | undefined,
  rowOf: (row: Row) => ExtensionPoints[Point]['row'],
): DataColumn<Row>[] {
  const titleOf = useExtensionTitle();
  const placed = usePlaced(point);
  // Equal props as long as the rows are the same: the table draws only cells that change.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows decide
  const described = useMemo(() => {
    const all = (rows ?? []).map(rowOf);
    return { all, of: new Map((rows ?? []).map((row, index) => [row, all[index]])) };
  }, [rows]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `rowOf` describes the same rows in the same way
  return useMemo(
    () =>
      placed.map((extension) => ({
        key: extensionName(extension),
        title: titleOf(extension),
        optional: true,
        render: (row) => (
          <ExtensionCell
            extension={extension}
            row={described.of.get(row) ?? rowOf(row)}
            rows={described.all}
          />
        ),
      })),
    [placed, titleOf, described],
  );
}

function ExtensionCell(props: { extension: PlacedExtension; row: unknown; rows: readonly unknown[] }) {
  const { extension, row, rows } = props;
  const { t } = useTranslation('common');
  const what = useExtensionTitle()(extension);
  return (
    <ExtensionFrame
      key={String(extension.isOff)}
      isPart
      extension={extension}
      of={{ row, rows }}
      loading={<span className="tg-muted">…</span>}
      unavailable={
        <span className="tg-muted" title={t('extension.unavailable', { what })}>
          –
        </span>
      }
    />
  );
}
