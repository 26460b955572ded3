import { fireEvent, screen } from '@testing-library/react';
import { TabLinks, useSearchParams } from '@tollgate/ui/router';
import { afterEach, expect, test, vi } from 'vitest';
import { ExtensionTabContent, useExtensionTabs } from './extension-tabs.tsx';
import type { MockExtensionAt } from './mock-extensions.ts';
import { renderArea } from './testing.tsx';

afterEach(() => vi.restoreAllMocks());

function Broken(): never {
  throw new Error('broken');
}

const texts = { zh: async () => ({ default: {} }), en: async () => ({ default: {} }) };

function Page() {
  const tabs = useExtensionTabs('user.statement/v1');
  const open = useSearchParams()[0].get('tab') ?? '';
  const all = [{ id: '', label: 'Own' }, ...tabs];
  return (
    <>
      <TabLinks label="Views" open={open} tabs={all.map((tab) => ({ ...tab, search: `?tab=${tab.id}` }))} />
      {open === '' ? (
        'The own tab'
      ) : (
        <ExtensionTabContent point="user.statement/v1" tab={open} of={{ userId: 7, username: 'ada' }} />
      )}
    </>
  );
}

function open(extension: Partial<MockExtensionAt<'user.statement/v1'>>, path = '/') {
  const load = vi.fn(async () => ({ username }: { username: string }) => <p>Usage of {username}</p>);
  const mock = { point: 'user.statement/v1', id: 'usage', title: 'Usage', load, ...extension } as const;
  return {
    load,
    shown: renderArea({ id: 'user', area: { texts }, path, extensions: [mock], children: <Page /> }),
  };
}

test('a tab of another area is loaded when it opens, by its name in the address', async () => {
  const { load, shown } = open({});
  await shown;
  expect(screen.getByText('The own tab')).toBeTruthy();
  expect(load).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('link', { name: 'Usage' }));
  expect(await screen.findByText('Usage of ada')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Usage' }).getAttribute('href')).toBe('/?tab=other.usage');
});

test('a tab that throws leaves a notice, and the other tabs stay', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await open({ load: async () => Broken }, '/?tab=other.usage').shown;
  expect(await screen.findByText('Usage is temporarily unavailable.')).toBeTruthy();
  fireEvent.click(screen.getByRole('link', { name: 'Own' }));
  expect(await screen.findByText('The own tab')).toBeTruthy();
});

test('a tab of a switched-off area says so without loading its code', async () => {
  const { load, shown } = open({ isOff: true }, '/?tab=other.usage');
  await shown;
  expect(await screen.findByText('Usage is temporarily unavailable.')).toBeTruthy();
  expect(load).not.toHaveBeenCalled();
});
