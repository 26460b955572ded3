import { screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { chooseInMenu } from '../testing/choose-in-menu.ts';
import { renderInConsole } from '../testing/render.tsx';
import { ExportButton, type ExportFormat } from './export-button.tsx';

async function choose(format: RegExp, fetchFile: (format: ExportFormat) => Promise<never>) {
  renderInConsole(<ExportButton fetchFile={fetchFile} />);
  await chooseInMenu('Export', format);
}

test.each([
  [/^CSV/, 'csv'],
  [/^JSON Lines/, 'jsonl'],
] as const)('a list is saved in the chosen format: %s', async (item, format) => {
  const saved: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  onTestFinished(() => click.mockRestore());
  await choose(
    item,
    (type) => Promise.resolve({ name: `list.${type}`, content: new Blob(['x']) }) as Promise<never>,
  );
  await waitFor(() => expect(saved).toEqual([`list.${format}`]));
});

test('a failed export shows the reason, and the button can be used again', async () => {
  await choose(/^CSV/, () => Promise.reject(new Error('The disk is full')));
  await waitFor(() => expect(document.querySelector('.arco-message')).toBeTruthy());
  expect(screen.getByRole('button', { name: 'Export' }).className).not.toContain('loading');
});
