import { Button } from '@arco-design/web-react';
import { IconClose, IconDown, IconUp } from '@arco-design/web-react/icon';
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isShortcut } from '../data-table/use-row-keys.ts';
import { Drawer } from '../forms/drawer.tsx';
import { useIsMobile } from '../provider/use-is-mobile.ts';
import './peek.css';

export interface PeekProps {
  title: string;
  onClose: () => void;
  /** Shows the record before or after this one; absent at the ends of the list. */
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  /** Buttons next to those that move and close. */
  tools?: ReactNode;
  children: ReactNode;
}

/**
 * One record next to its list, which stays usable: J and K or the buttons show the neighbors, Escape closes. On a
 * phone it is a drawer.
 */
export function Peek({ title, onClose, onPrevious, onNext, tools, children }: PeekProps) {
  const { t } = useTranslation('common');
  const isMobile = useIsMobile();
  function close() {
    const row = document.querySelector<HTMLElement>(CURRENT_ROW);
    onClose();
    row?.focus();
  }
  function onKeyDown(event: KeyboardEvent) {
    const move = event.key === 'j' ? onNext : event.key === 'k' ? onPrevious : undefined;
    if (!move || !isShortcut(event.nativeEvent)) return;
    event.stopPropagation(); // or the focus would go to the rows
    move();
  }
  useEscape(close, !isMobile);
  const move = (
    <div className="tg-peek-tools">
      {tools}
      <Button
        type="text"
        size="small"
        icon={<IconUp />}
        aria-label={t('peek.previous')}
        disabled={!onPrevious}
        onClick={onPrevious}
      />
      <Button
        type="text"
        size="small"
        icon={<IconDown />}
        aria-label={t('peek.next')}
        disabled={!onNext}
        onClick={onNext}
      />
    </div>
  );
  if (isMobile)
    return (
      <Drawer visible width="100%" title={title} footer={null} onCancel={onClose}>
        {move}
        {children}
      </Drawer>
    );
  return (
    <section className="tg-peek" aria-label={title} onKeyDown={onKeyDown}>
      <header>
        <h2>{title}</h2>
        {move}
        <Button
          type="text"
          size="small"
          icon={<IconClose />}
          aria-label={t('action.close')}
          onClick={close}
        />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <div className="tg-peek-body" tabIndex={0}>
        {children}
      </div>
    </section>
  );
}

/** Leads the keyboard from the open row into its peek. */
export function focusPeek(): void {
  document.querySelector<HTMLElement>('.tg-peek-body')?.focus();
}

const CURRENT_ROW = '[data-row][aria-current]';

/** Escape closes it wherever the focus is, unless something above it is open, which closes first. */
function useEscape(close: () => void, isOn: boolean): void {
  const onKeyDown = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    if (document.querySelector('[role="dialog"], [role="menu"]')) return;
    close();
  });
  useEffect(() => {
    if (!isOn) return;
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isOn]);
}
