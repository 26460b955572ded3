import './patch-dom.ts';
import { cleanup, configure } from '@testing-library/react';
import { loadErrorTexts } from '@tollgate/i18n';
import { afterAll, afterEach, beforeEach } from 'vitest';
import { clearOverlays } from './clear-overlays.ts';
import { refuseLeftovers } from './refuse-leftovers.ts';

await loadErrorTexts(); // in the product they load shortly after the page
configure({ asyncUtilTimeout: 15_000 }); // a second is too short on a machine that runs everything at once

beforeEach(({ task }) => refuseLeftovers(`${task.file.name} > ${task.name}`));

/** The time by which Arco has moved a toast or removed a closed confirmation, with room for a busy machine. */
const CLOSING_MS = 800;
let closedAt = -CLOSING_MS;

afterEach(() => {
  cleanup();
  if (document.querySelector('.arco-modal, .arco-message')) closedAt = performance.now();
  clearOverlays();
  localStorage.clear();
});

// The animation of a toast or of a closing confirmation would fire when this file's window is gone.
afterAll(
  () => new Promise((resolve) => setTimeout(resolve, Math.max(0, closedAt + CLOSING_MS - performance.now()))),
);
