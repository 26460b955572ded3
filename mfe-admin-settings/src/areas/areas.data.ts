import { useAction, useData } from '@tollgate/api-client';
import { useArea } from '@tollgate/console-sdk';
import {
  declinePromotion,
  endCanary,
  killArea,
  listAreas,
  listAudit,
  type Output,
  pinBuild,
  promoteBuild,
  reviveArea,
  rollBackArea,
  setAreaApproval,
  setCanary,
  setReleaseNote,
  unpinBuild,
} from '@tollgate/contract';
import { useEffect } from 'react';

export type ListedArea = Output<typeof listAreas>[number];
export type ListedBuild = ListedArea['builds'][number];
export type ListedCanary = NonNullable<ListedArea['canary']>;

/** Loads change continuously; decisions arrive as events. */
const LOOK_EVERY_MS = 15_000;

/** Every area, reloaded when the gateway announces a decision of any administrator. */
export function useAreas() {
  const { events } = useArea();
  const areas = useData(listAreas, {}, { refreshInterval: LOOK_EVERY_MS });
  const { mutate } = areas;
  useEffect(() => events.on('areas.changed/v1', () => void mutate()), [events, mutate]);
  return areas;
}

/** Recent decisions about an area, newest first. */
export function useTrail(areaId: string) {
  const { events } = useArea();
  const trail = useData(listAudit, { target: `area:${areaId}`, p: 1, page_size: 20 });
  const { mutate } = trail;
  useEffect(() => events.on('areas.changed/v1', () => void mutate()), [events, mutate]);
  return trail;
}

/** The latest entry about how an area was retired: who did it, and when. */
export function useRetirement(areaId: string) {
  return useData(listAudit, { target: `area:${areaId}`, action: 'area.retire', p: 1, page_size: 1 });
}

/** All decisions about an area. Each resolves when the list shows it. */
export function useDecisions() {
  const refresh = [listAreas, listAudit];
  return {
    promote: useAction(promoteBuild, { refresh }).run,
    decline: useAction(declinePromotion, { refresh }).run,
    setApproval: useAction(setAreaApproval, { refresh }).run,
    setCanary: useAction(setCanary, { refresh }).run,
    endCanary: useAction(endCanary, { refresh }).run,
    rollBack: useAction(rollBackArea, { refresh }).run,
    kill: useAction(killArea, { refresh }).run,
    revive: useAction(reviveArea, { refresh }).run,
    pin: useAction(pinBuild, { refresh }).run,
    setNote: useAction(setReleaseNote, { refresh }).run,
    unpin: useAction(unpinBuild, { refresh }).run,
  };
}
