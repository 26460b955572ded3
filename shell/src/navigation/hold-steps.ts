import { AGREED, askToLeave } from '@tollgate/ui/router';

/** Number that the router gave the current entry of the history. */
let entry: number | undefined;

/** Call after every change of the history that is no step through it. */
export function followEntry(): void {
  entry = entryOf(window.history.state);
}

/**
 * Asks before steps through the history that forms could not hold: browsers without the Navigation API, and Chromium
 * after a second press of Back. Such a step has happened already. It is undone before the router sees it, and made
 * again once the person agrees to lose what is unsaved. Call it before the router listens: events of the window reach
 * their listeners in order. Returns a stop function.
 */
export function startHoldingSteps(): () => void {
  const { navigation } = window as { navigation?: Navigation };
  /** Forms have seen the step that is under way, and let it pass. */
  let wasHeld = false;
  /** Steps of this file that have not happened yet: `undo` is kept from the router. */
  let own: 'undo' | 'repeat' | undefined;
  followEntry();
  navigation?.addEventListener('navigate', onNavigate);
  window.addEventListener('popstate', onStep);
  return () => {
    navigation?.removeEventListener('navigate', onNavigate);
    window.removeEventListener('popstate', onStep);
  };

  function onNavigate({ navigationType, cancelable }: NavigateEvent): void {
    wasHeld = navigationType === 'traverse' && cancelable;
  }

  function onStep(event: PopStateEvent): void {
    const next = entryOf(event.state);
    const steps = next === undefined || entry === undefined ? 0 : next - entry;
    if (own === 'undo') {
      own = undefined;
      event.stopImmediatePropagation();
      return;
    }
    const answer = own === 'repeat' || wasHeld || steps === 0 || askToLeave();
    own = undefined;
    if (answer === true) {
      entry = next ?? entry;
      return;
    }
    event.stopImmediatePropagation();
    step('undo', -steps);
    if (answer) void answer.then((isAgreed) => isAgreed && step('repeat', steps));
  }

  /** Forms let steps with this mark pass. */
  function step(kind: 'undo' | 'repeat', by: number): void {
    own = kind;
    const target = navigation?.entries()[(navigation.currentEntry?.index ?? 0) + by];
    if (navigation && target) navigation.traverseTo(target.key, { info: AGREED });
    else window.history.go(by);
  }
}

/** Undefined for entries that the router did not make, such as links to a part of the page. */
function entryOf(state: unknown): number | undefined {
  const { idx } = (state ?? {}) as { idx?: unknown };
  return typeof idx === 'number' ? idx : undefined;
}
