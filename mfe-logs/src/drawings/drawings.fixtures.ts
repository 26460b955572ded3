import type { Drawing } from '@tollgate/contract';

const at = 1_773_480_000_000; // 2026-03-14 09:20 UTC in milliseconds, a fixed time

/** A picture that needs no network. */
const picture = 'https://pictures.invalid/gate.png';

export const drawn: Drawing = {
  id: 41,
  code: 1,
  user_id: 7,
  action: 'IMAGINE',
  mj_id: '1773480000123456',
  prompt: '清晨薄雾中的收费站，水彩',
  prompt_en: 'a toll gate in the morning mist, watercolour --ar 16:9',
  description: '',
  state: '',
  submit_time: at,
  start_time: at + 1200,
  finish_time: at + 42_000,
  image_url: picture,
  status: 'SUCCESS',
  progress: '100%',
  fail_reason: '',
  channel_id: 3,
  quota: 50_000,
  buttons: '',
  properties: '',
};

export const refused: Drawing = {
  ...drawn,
  id: 40,
  code: 22,
  action: 'UPSCALE',
  mj_id: '1773480000123457',
  status: 'FAILURE',
  progress: '20%',
  fail_reason: 'The picture that was to be enlarged is no longer there.',
  finish_time: at + 78_000,
  image_url: '',
  channel_id: 5,
};

export const drawing: Drawing = {
  ...drawn,
  id: 39,
  code: 21,
  action: 'VARIATION',
  mj_id: '1773480000123458',
  status: 'IN_PROGRESS',
  progress: '57%',
  finish_time: 0,
  image_url: '',
};

export const asking: Drawing = {
  ...drawing,
  id: 38,
  action: 'INPAINT',
  mj_id: '1773480000123459',
  status: 'MODAL',
  progress: '',
};

/** Every value at its maximum length, and unusual ones. */
export const extremeDrawing: Drawing = {
  ...drawn,
  id: 37,
  code: 99,
  action: 'SOMETHING_NEW',
  mj_id: '9'.repeat(60),
  prompt: 'a very long prompt '.repeat(40),
  prompt_en: 'another very long prompt '.repeat(40),
  status: 'SOMETHING_ELSE',
  progress: 'nearly there',
  fail_reason: 'because '.repeat(60),
  finish_time: at + 86_000_000,
  channel_id: 123_456,
};

export const drawings = [drawn, refused, drawing, asking];

export function drawingPage(items: Drawing[], total = items.length) {
  return { items, total, page: 1, page_size: 1, next_cursor: null };
}

export function asOwn(row: Drawing): Drawing {
  return { ...row, channel_id: 0 };
}
