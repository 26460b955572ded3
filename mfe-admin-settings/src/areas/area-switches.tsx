import { Button, ConfirmAction } from '@tollgate/ui/core';
import { IconPoweroff, IconUndo } from '@tollgate/ui/icons';
import { useTranslation } from 'react-i18next';
import { type ListedArea, useDecisions } from './areas.data.ts';
import type { Switching } from './switch-dialog.tsx';
import { findRollbackTarget, findWayBack } from './trust.ts';

interface Props {
  area: ListedArea;
  onSwitch: (switching: Switching) => void;
}

/** Actions on the whole area: rollback and kill. */
export function AreaSwitches({ area, onSwitch }: Props) {
  const { t } = useTranslation('area.admin-settings');
  const { rollBack } = useDecisions();
  const { id, killed } = area;
  // A retired area is not served at all: only a build ends that, and there is nothing to disable.
  const previous = area.retired ? findWayBack(area) : findRollbackTarget(area);
  if (area.retired && previous === undefined && !killed) return null;
  return (
    <div className="areas-switches">
      <ConfirmAction
        icon={<IconUndo />}
        disabled={previous === undefined}
        title={t('areas.rollback.title', { area: id })}
        content={t(`areas.rollback.${consequenceOf(area, previous)}`, { build: previous })}
        okText={t('areas.rollback.ok')}
        onConfirm={() => rollBack({ id })}
        done={t('areas.rollback.done')}
      >
        {t('areas.rollback.ok')}
      </ConfirmAction>
      {killed && (
        <Button icon={<IconPoweroff />} onClick={() => onSwitch({ act: 'revive', buildId: '' })}>
          {t('areas.revive.area')}
        </Button>
      )}
      {!killed && !area.retired && (
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

/** What a rollback to this build means for users. */
function consequenceOf({ retired, builds }: ListedArea, previous: string | undefined): string {
  if (previous) return retired ? 'to-console' : 'to-build';
  return builds.some(({ source }) => source === 'bundled') ? 'to-bundled' : 'to-none';
}
