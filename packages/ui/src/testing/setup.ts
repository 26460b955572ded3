import './patch-dom.ts';
import { cleanup, configure } from '@testing-library/react';
import { loadErrorTexts } from '@tollgate/i18n';
import { afterEach, beforeEach } from 'vitest';
import { clearOverlays } from './clear-overlays.ts';
import { refuseLeftovers } from './refuse-leftovers.ts';

await loadErrorTexts(); // in the product they load shortly after the page
configure({ asyncUtilTimeout: 15_000 }); // a second is too short on a machine that runs everything at once

beforeEach(({ task }) => refuseLeftovers(`${task.file.name} > ${task.name}`));

afterEach(() => {
  cleanup();
  clearOverlays();
  localStorage.clear();
});
