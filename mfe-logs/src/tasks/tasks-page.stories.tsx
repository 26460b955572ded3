import type { Meta, StoryObj } from '@storybook/react';
import { answering } from '@tollgate/api-client/testing';
import { areaDecorator } from '@tollgate/console-sdk/testing';
import {
  getOwnTaskBars,
  getTaskBars,
  listOwnTasks,
  listTasks,
  pageOwnTasks,
  pageTasks,
  type Task,
} from '@tollgate/contract';
import { area } from '../area.tsx';
import { bars, noBars } from '../bars/bars.fixtures.ts';
import { TaskDialog } from './task-dialogs.tsx';
import { asOwn, extremeTask, song, taskPage, tasks } from './tasks.fixtures.ts';
import { TasksPage } from './tasks-page.tsx';

const asUser = areaDecorator({ id: 'logs', area, role: 'user' });
const asAdmin = areaDecorator({ id: 'logs', area, role: 'admin' });
const own = (items: Task[], total?: number) => [
  answering(listOwnTasks, items),
  answering(pageOwnTasks, taskPage(items, total)),
  answering(getOwnTaskBars, items.length > 0 ? bars : noBars),
];
const everybody = (items: Task[], total?: number) => [
  answering(listTasks, items),
  answering(pageTasks, taskPage(items, total)),
  answering(getTaskBars, bars),
];

const meta: Meta<typeof TasksPage> = {
  title: 'Task log/Page',
  component: TasksPage,
  parameters: { surroundings: 'area' },
};
export default meta;
type Story = StoryObj<typeof TasksPage>;

export const Own: Story = { decorators: [...own(tasks.map(asOwn), 23), asUser] };

export const Everybody: Story = { decorators: [...everybody(tasks, 12_345), asAdmin] };

export const Extremes: Story = { decorators: [...everybody([extremeTask, ...tasks]), asAdmin] };

export const Record: Story = {
  decorators: [asUser],
  render: () => <TaskDialog task={song} onClose={() => {}} />,
};

export const Loading: Story = {
  decorators: [
    answering(getOwnTaskBars, bars, { delayMs: Number.POSITIVE_INFINITY }),
    answering(listOwnTasks, [], { delayMs: Number.POSITIVE_INFINITY }),
    answering(pageOwnTasks, taskPage([])),
    asUser,
  ],
};

export const Empty: Story = { decorators: [...own([]), asUser] };

export const Failed: Story = {
  decorators: [
    answering(listOwnTasks, { code: 'busy' }),
    answering(getOwnTaskBars, { code: 'busy' }),
    answering(pageOwnTasks, taskPage([])),
    asUser,
  ],
};

export const Forbidden: Story = {
  decorators: [
    answering(listTasks, { code: 'not_allowed' }),
    answering(getTaskBars, { code: 'not_allowed' }),
    answering(pageTasks, { code: 'not_allowed' }),
    asAdmin,
  ],
};
