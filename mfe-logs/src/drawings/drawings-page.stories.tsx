import type { Meta, StoryObj } from '@storybook/react';
import { answering } from '@tollgate/api-client/testing';
import { areaDecorator } from '@tollgate/console-sdk/testing';
import {
  type Drawing,
  getDrawingBars,
  getOwnDrawingBars,
  listDrawings,
  listOwnDrawings,
  pageDrawings,
  pageOwnDrawings,
} from '@tollgate/contract';
import { area } from '../area.tsx';
import { bars, noBars } from '../bars/bars.fixtures.ts';
import { DrawingDialog } from './drawing-dialog.tsx';
import { asOwn, drawingPage, drawings, extremeDrawing, refused } from './drawings.fixtures.ts';
import { DrawingsPage } from './drawings-page.tsx';

const asUser = areaDecorator({ id: 'logs', area, role: 'user' });
const asAdmin = areaDecorator({ id: 'logs', area, role: 'admin' });
const own = (items: Drawing[], total?: number) => [
  answering(listOwnDrawings, items),
  answering(pageOwnDrawings, drawingPage(items, total)),
  answering(getOwnDrawingBars, items.length > 0 ? bars : noBars),
];
const everybody = (items: Drawing[], total?: number) => [
  answering(listDrawings, items),
  answering(pageDrawings, drawingPage(items, total)),
  answering(getDrawingBars, bars),
];

const meta: Meta<typeof DrawingsPage> = {
  title: 'Drawing log/Page',
  component: DrawingsPage,
  parameters: { surroundings: 'area' },
};
export default meta;
type Story = StoryObj<typeof DrawingsPage>;

export const Own: Story = { decorators: [...own(drawings.map(asOwn), 23), asUser] };

export const Everybody: Story = { decorators: [...everybody(drawings, 12_345), asAdmin] };

export const Extremes: Story = { decorators: [...everybody([extremeDrawing, ...drawings]), asAdmin] };

export const OneDrawing: Story = {
  decorators: [asAdmin],
  render: () => <DrawingDialog drawing={refused} onClose={() => {}} />,
};

export const Loading: Story = {
  decorators: [
    answering(getOwnDrawingBars, bars, { delayMs: Number.POSITIVE_INFINITY }),
    answering(listOwnDrawings, [], { delayMs: Number.POSITIVE_INFINITY }),
    answering(pageOwnDrawings, drawingPage([])),
    asUser,
  ],
};

export const Empty: Story = { decorators: [...own([]), asUser] };

export const Failed: Story = {
  decorators: [
    answering(listOwnDrawings, { code: 'busy' }),
    answering(getOwnDrawingBars, { code: 'busy' }),
    answering(pageOwnDrawings, drawingPage([])),
    asUser,
  ],
};

export const Forbidden: Story = {
  decorators: [
    answering(listDrawings, { code: 'not_allowed' }),
    answering(getDrawingBars, { code: 'not_allowed' }),
    answering(pageDrawings, { code: 'not_allowed' }),
    asAdmin,
  ],
};
