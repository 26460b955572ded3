import { cleanup, configure } from '@testing-library/react';
import { loadErrorTexts } from '@tollgate/i18n';
import { afterEach } from 'vitest';
import { clearOverlays } from './clear-overlays.ts';

letGoOfWhatIsGone();
focusesNothingThatIsGone();
savesNoFiles();
await loadErrorTexts(); // in the product they come a moment after the page
configure({ asyncUtilTimeout: 15_000 }); // a second is short on a machine that runs everything at once

afterEach(() => {
  cleanup();
  clearOverlays();
  localStorage.clear();
});

/** Arco ends closing animations after the test that began them; what it then takes away was cleared already. */
function letGoOfWhatIsGone(): void {
  const remove = Node.prototype.removeChild;
  Node.prototype.removeChild = function removeChild<T extends Node>(child: T): T {
    return child.parentNode ? (remove.call(this, child) as T) : child;
  };
}

/** Drawers take the focus a moment after they opened; happy-dom gives it to a field of a test that is over, too. */
function focusesNothingThatIsGone(): void {
  const focus = HTMLElement.prototype.focus;
  HTMLElement.prototype.focus = function focusIfThere(options) {
    if (this.isConnected) focus.call(this, options);
  };
}

/** happy-dom would take the page, which all files of a worker share, to the file that a link saves. */
function savesNoFiles(): void {
  const click = HTMLAnchorElement.prototype.click;
  HTMLAnchorElement.prototype.click = function clickUnlessSaving() {
    if (!this.hasAttribute('download')) click.call(this);
  };
}
