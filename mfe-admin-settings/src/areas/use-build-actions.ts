import { useToast } from '@tollgate/ui/core';
import type { RowAction } from '@tollgate/ui/data';
import { useTranslation } from 'react-i18next';
import { type ListedArea, type ListedBuild, useDecisions } from './areas.data.ts';
import type { Switching } from './switch-dialog.tsx';
import { isTrusted } from './trust.ts';

interface Openers {
  onCanary: (buildId: string) => void;
  onPin: (buildId: string) => void;
  onSwitch: (switching: Switching) => void;
  onNote: (build: ListedBuild) => void;
}

/** Decisions about a build: everybody, a share, one user, or none. */
export function useBuildActions(
  area: ListedArea,
  { onCanary, onPin, onSwitch, onNote }: Openers,
): (build: ListedBuild) => RowAction[] {
  const { t } = useTranslation('area.admin-settings');
  const toast = useToast();
  const { promote } = useDecisions();

  return (build) => {
    const { build_id, revoked } = build;
    const isGivable = build.fits && isTrusted(build);
    if (revoked) {
      const revive = () => onSwitch({ act: 'revive', buildId: build_id });
      return [
        {
          key: 'revive',
          label: t('areas.revive.build'),
          visible: true,
          disabled: !isTrusted(build),
          onClick: revive,
        },
      ];
    }
    const isCurrent = area.stable === build_id;
    const rollouts: RowAction[] = [
      {
        key: 'canary',
        label: t('areas.share.open'),
        disabled: !isGivable || area.everybody.build_id === build_id,
        onClick: () => onCanary(build_id),
      },
      { key: 'pin', label: t('areas.pin.to-build'), disabled: !isGivable, onClick: () => onPin(build_id) },
    ];
    return [
      {
        key: 'promote',
        label: t('areas.promote.ok'),
        visible: true,
        disabled: isCurrent || !isGivable,
        confirm: {
          title: t('areas.promote.title', { build: build_id }),
          content: t(area.approval.needed ? 'areas.promote.text-approval' : 'areas.promote.text', {
            area: area.id,
          }),
          okText: t('areas.promote.ok'),
        },
        onClick: async () => {
          const { state } = await promote({ id: area.id, build_id });
          toast.success(t(`areas.promote.${state === 'stable' ? 'done' : 'requested'}`, { build: build_id }));
        },
      },
      // A retired area comes back for everyone, or not at all.
      ...(area.retired ? [] : rollouts),
      { key: 'note', label: t('areas.note.open'), onClick: () => onNote(build) },
      {
        key: 'kill',
        label: t('areas.kill.build'),
        danger: true,
        onClick: () => onSwitch({ act: 'kill', buildId: build_id }),
      },
    ];
  };
}
