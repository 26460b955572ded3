import { createElement, type ReactNode } from 'react';
import { getI18n } from 'react-i18next';
import { drawersSettled } from '../forms/opening-drawers.ts';
import { returnAfterQuestion } from '../forms/use-return-focus.ts';
import { loadOverlays } from './load-overlays.ts';
import { closeWithPage } from './page-dialogs.ts';

export interface ConfirmOptions {
  title: string;
  /** The consequence, in one sentence: "3 tokens stop working at once." */
  content?: ReactNode;
  /** A verb: "Delete token". */
  okText?: string;
  cancelText?: string;
  /** Colors the button red. For irreversible actions. */
  danger?: boolean;
  /** The name that must be typed before the button is enabled. */
  typedName?: string;
}

/** Counts the questions of this page. */
let questions = 0;

/**
 * Confirms an action. Resolves to true when the user confirms, false when they cancel or press Esc. Leaving the
 * page cancels too, by Back, a logout in another tab or any other way: the question belongs to its page.
 */
export async function confirm({
  title,
  content,
  okText,
  cancelText,
  danger,
  typedName,
}: ConfirmOptions): Promise<boolean> {
  const giveBack = returnAfterQuestion();
  const [{ Modal, TypedName }] = await Promise.all([loadOverlays(), drawersSettled()]);
  const okButton = (disabled: boolean) => ({ disabled, ...(danger && { status: 'danger' as const }) });
  questions += 1;
  const ownClass = `tg-confirm-${questions}`;
  return new Promise((resolve) => {
    const settle = (isAgreed: boolean) => {
      stopFollowing();
      resolve(isAgreed);
    };
    const leave = () => {
      dialog.close();
      settle(false);
    };
    const stopFollowing = closeWithPage(leave);
    const onMatch = (matches: boolean) => dialog.update({ okButtonProps: okButton(!matches) });
    const dialog = Modal.confirm({
      title,
      content: typedName ? createElement(TypedName, { name: typedName, content, onMatch }) : content,
      icon: null,
      className: `tg-confirm ${ownClass}`,
      okText: okText ?? text('action.confirm'),
      cancelText: cancelText ?? text('action.cancel'),
      okButtonProps: okButton(typedName !== undefined),
      autoFocus: typedName === undefined,
      focusLock: true,
      onOk: () => settle(true),
      onCancel: () => settle(false),
      afterClose: () => {
        // The hidden dialog, or its button, keeps the focus until the next frame. The next question may have it already.
        const active = document.activeElement;
        const isWithin = active?.closest(`.${ownClass}`) ?? active?.querySelector(`:scope > .${ownClass}`);
        if (active instanceof HTMLElement && isWithin) active.blur();
        giveBack();
      },
    });
  });
}

/** The dialog is outside the React tree, so its texts come from the page's i18n directly. */
function text(key: string): string {
  return getI18n().t(key, { ns: 'common' });
}
