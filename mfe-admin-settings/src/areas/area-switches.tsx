import { Button, ConfirmAction } from '@tollgate/ui/core';
import { IconPoweroff, IconUndo } from '@tollgate/ui/icons';
import { useTranslation } from 'react-i18next';
import { type ListedArea, useDecisions } from './areas.data.ts';
import type { Switching } from './switch-dialog.tsx';
import { findRollbackTarget } from './trust.ts';

interface Props {
  area: ListedArea;
  onSwitch: (switching: Switching) => void;
}

/** Actions on the whole area: rollback and kill. */
export function AreaSwitches({ area, onSwitch }: Props) {
  const { t } = useTranslation('area.admin-settings');
  const { rollBack } = useDecisions();
  const { id, killed } = area;
  const previous = findRollbackTarget(area);
  return (
    <div className="areas-switches">
      <ConfirmAction
        icon={<IconUndo />}
        disabled={previous === undefined}
        title={t('areas.rollback.title', { area: id })}
        content={
          previous ? t('areas.rollback.to-build', { build: previous }) : t('areas.rollback.to-bundled')
        }
        okText={t('areas.rollback.ok')}
        onConfirm={() => rollBack({ id })}
        done={t('areas.rollback.done')}
      >
        {t('areas.rollback.ok')}
      </ConfirmAction>
      {killed ? (
        <Button icon={<IconPoweroff />} onClick={() => onSwitch({ act: 'revive', buildId: '' })}>
          {t('areas.revive.area')}
        </Button>
      ) : (
        <Button
          status="danger"
          icon={<IconPoweroff />}
          onClick={() => onSwitch({ act: 'kill', buildId: '' })}
        >
          {t('areas.kill.area')}
        </Button>
      )}
    </div>
  );
}
