import { Button, useIsMobile } from '@tollgate/ui/core';
import { IconPause, IconPlayArrow } from '@tollgate/ui/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

const EVERY_MS = 3000;

export interface LiveTail {
  isOn: boolean;
  setOn: (isOn: boolean) => void;
  /** Milliseconds between loads; 0 while off, and while the pointer is on the list, so that nothing moves under it. */
  everyMs: number;
  /** For the element around the list. */
  hover: { onPointerEnter: () => void; onPointerLeave: () => void };
}

export function useLiveTail(): LiveTail {
  const [isOn, setOn] = useState(false);
  const [isHeld, setHeld] = useState(false);
  return {
    isOn,
    setOn,
    everyMs: isOn && !isHeld ? EVERY_MS : 0,
    hover: { onPointerEnter: () => setHeld(true), onPointerLeave: () => setHeld(false) },
  };
}

/** Switches the live list on and off. */
export function LiveButton({ live }: { live: LiveTail }) {
  const { t } = useTranslation('area.logs');
  const isMobile = useIsMobile();
  const isHeld = live.isOn && live.everyMs === 0;
  return (
    <Button
      icon={live.isOn ? <IconPause /> : <IconPlayArrow />}
      aria-pressed={live.isOn}
      aria-label={t('log.live.label')}
      className={live.isOn ? 'usage-log-live' : undefined}
      onClick={() => live.setOn(!live.isOn)}
    >
      {!isMobile && t(isHeld ? 'log.live.held' : live.isOn ? 'log.live.on' : 'log.live.off')}
    </Button>
  );
}
