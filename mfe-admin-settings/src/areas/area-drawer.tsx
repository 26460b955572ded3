import { Alert } from '@tollgate/ui/core';
import { Drawer } from '@tollgate/ui/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApprovalRule } from './approval-rule.tsx';
import { AreaBuilds } from './area-builds.tsx';
import { AreaRetired } from './area-retired.tsx';
import { AreaRights } from './area-rights.tsx';
import { AreaSwitches } from './area-switches.tsx';
import { AreaTrail } from './area-trail.tsx';
import { AreaTrouble } from './area-trouble.tsx';
import type { ListedArea } from './areas.data.ts';
import { CanaryDialog } from './canary-dialog.tsx';
import { CiIdentities } from './ci-identities.tsx';
import { PendingPromotion } from './pending-promotion.tsx';
import { PinDialog } from './pin-dialog.tsx';
import { RolloutRules } from './rollout-rules.tsx';
import { SwitchDialog, type Switching } from './switch-dialog.tsx';
import { findUntrustedUse } from './trust.ts';

interface Props {
  area: ListedArea;
  onClose: () => void;
}

/** Details and actions of one area. */
export function AreaDrawer({ area, onClose }: Props) {
  const { t } = useTranslation('area.admin-settings');
  const [canaryOf, setCanaryOf] = useState<string>();
  /** The empty id: a build still to be chosen. */
  const [pinTo, setPinTo] = useState<string>();
  const [switching, setSwitching] = useState<Switching>();
  const { owners } = area;

  return (
    <Drawer
      visible
      width="min(960px, 100%)"
      title={t('areas.detail.title', { area: area.id })}
      footer={null}
      onCancel={onClose}
    >
      <p className="areas-owner">
        {owners.team ? t('areas.detail.owner', { team: owners.team }) : t('areas.detail.no-owner')}
        {owners.contact && <span className="tg-muted">{owners.contact}</span>}
      </p>
      <AreaRetired area={area} />
      {area.killed && (
        <Alert
          className="areas-alert"
          type="error"
          content={t('areas.detail.killed', { reason: area.killed })}
        />
      )}
      {!area.killed && (area.everybody.state === 'off' || area.everybody.state === 'incompatible') && (
        <Alert
          className="areas-alert"
          type="error"
          content={t('areas.detail.unfit', { reason: area.everybody.reason })}
        />
      )}
      {findUntrustedUse(area).map((use) => (
        <Alert
          className="areas-alert"
          key={use.buildId}
          type="warning"
          content={t(`areas.untrusted.${use.by}`, { ...use })}
        />
      ))}
      {area.loose_ends.map((end) => (
        <Alert
          className="areas-alert"
          key={end}
          type="warning"
          content={t('areas.detail.loose-end', { reason: end })}
        />
      ))}
      <PendingPromotion area={area} />
      <AreaSwitches area={area} onSwitch={setSwitching} />
      <RolloutRules area={area} onCanary={setCanaryOf} onPin={() => setPinTo('')} />
      <AreaBuilds area={area} onCanary={setCanaryOf} onPin={setPinTo} onSwitch={setSwitching} />
      <AreaTrouble areaId={area.id} />
      <ApprovalRule area={area} />
      <AreaRights areaId={area.id} />
      <CiIdentities areaId={area.id} />
      <AreaTrail areaId={area.id} />
      {canaryOf && <CanaryDialog area={area} buildId={canaryOf} onClose={() => setCanaryOf(undefined)} />}
      {pinTo !== undefined && <PinDialog area={area} buildId={pinTo} onClose={() => setPinTo(undefined)} />}
      {switching && (
        <SwitchDialog areaId={area.id} switching={switching} onClose={() => setSwitching(undefined)} />
      )}
    </Drawer>
  );
}
