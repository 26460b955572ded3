import { listDrawings } from '@tollgate/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTaskLab, type TaskLab } from '../../testing/task-lab.ts';
import { sendJson } from '../../testing/upstream.ts';

let lab: TaskLab;
let accept: TaskLab['order'];
beforeAll(async () => {
  lab = await startTaskLab({ quota: 10_000_000 });
  accept = lab.order;
});
beforeEach(() => {
  lab.order = accept;
  lab.upstream.calls.length = 0;
});
afterAll(() => lab.close());

// @spec E083
test("a drawing is ordered with the channel's key, charged on acceptance, and shown until it is complete", async () => {
  const before = await lab.balance();
  const { status, json } = await lab.imagine();
  expect({ status, json }).toMatchObject({ status: 200, json: { code: 1, result: expect.any(String) } });
  expect(lab.orders()[0]).toMatchObject({
    path: '/mj/submit/imagine',
    headers: { 'mj-api-secret': 'mj-provider-secret-1' },
    json: { prompt: 'a red fox' },
  });
  expect(lab.orders()[0]?.headers.authorization).toBeUndefined();
  expect(before - (await lab.balance())).toBe(50_000);

  const fetched = async () => (await lab.call('GET', `/mj/task/${json.result}/fetch`)).json;
  expect(await fetched()).toMatchObject({
    id: json.result,
    status: 'SUBMITTED',
    progress: '0%',
    imageUrl: '',
  });
  lab.works.set(json.result, {
    id: json.result,
    status: 'IN_PROGRESS',
    progress: '57%',
    imageUrl: 'https://cdn.example/a.webp',
  });
  await lab.pollOnce();
  expect(await fetched()).toMatchObject({ status: 'IN_PROGRESS', progress: '57%' });
  expect((await fetched()).imageUrl).toMatch(new RegExp(`/mj/image/${json.result}\\?rand=`));
  lab.works.set(json.result, {
    id: json.result,
    status: 'SUCCESS',
    imageUrl: 'https://cdn.example/a.webp',
    buttons: [{ customId: 'MJ::JOB::upsample::1::x', label: 'U1' }],
    promptEn: 'a red fox, seen close',
  });
  await lab.pollOnce();
  expect(await fetched()).toMatchObject({
    ...{ status: 'SUCCESS', progress: '100%', prompt: 'a red fox', promptEn: 'a red fox, seen close' },
    buttons: [{ customId: 'MJ::JOB::upsample::1::x', label: 'U1' }],
  });
  expect((await fetched()).imageUrl).toMatch(new RegExp(`/mj/image/${json.result}$`));

  const { rows } = await lab.booked();
  expect(rows.at(-1)).toMatchObject({
    model_name: 'mj_imagine',
    quota: 50_000,
    content: `模型固定价格 0.10，分组倍率 1.00，操作 IMAGINE，ID ${json.result}`,
  });
  expect(JSON.parse(rows.at(-1)?.other ?? '')).toMatchObject({ model_price: 0.1, group_ratio: 1 });
  const [shown] = await lab.as('admin').get(listDrawings, { p: 0 });
  expect(shown).toMatchObject({
    mj_id: json.result,
    action: 'IMAGINE',
    code: 1,
    status: 'SUCCESS',
    quota: 50_000,
  });
});

test('a key is read from the header of Midjourney clients', async () => {
  const secret = { 'mj-api-secret': lab.key };
  expect((await lab.imagine({ ...secret, authorization: '' })).status).toBe(200);
  expect((await lab.imagine({ ...secret, authorization: 'Bearer midjourney-proxy' })).status).toBe(200);
  const { status, json } = await lab.imagine({ 'mj-api-secret': 'sk-wrong', authorization: '' });
  expect({ status, type: json.error.type }).toEqual({ status: 401, type: 'new_api_error' });
});

// @spec E083
test('an action has its own price and is sent to the requested path', async () => {
  const origin = await lab.finished();
  const base64 = 'data:image/png;base64,AA==';
  const button = (customId: string) => ['submit/action', { taskId: origin, customId }] as const;
  const change = (fields: object) => ['submit/change', { taskId: origin, ...fields }] as const;
  const simple = (letter: string) => ['submit/simple-change', { content: `${origin} ${letter}` }] as const;
  const cases: [action: string, quota: number, readonly [path: string, body: object]][] = [
    ['DESCRIBE', 25_000, ['submit/describe', { base64 }]],
    ['BLEND', 50_000, ['submit/blend', { base64Array: [base64, base64] }]],
    ['SHORTEN', 50_000, ['submit/shorten', { prompt: 'long' }]],
    ['MODAL', 50_000, ['submit/modal', { taskId: origin, prompt: 'more' }]],
    ['SWAP_FACE', 25_000, ['insight-face/swap', { sourceBase64: base64, targetBase64: base64 }]],
    ['UPSCALE', 25_000, change({ action: 'UPSCALE', index: 2 })],
    ['VARIATION', 50_000, change({ action: 'VARIATION', index: 4 })],
    ['REROLL', 50_000, change({ action: 'REROLL' })],
    ['UPSCALE', 25_000, simple('u3')],
    ['VARIATION', 50_000, simple('V1')],
    ['REROLL', 50_000, simple('r')],
    ['UPSCALE', 25_000, button('MJ::JOB::upsample::2::abc')],
    ['VARIATION', 50_000, button('MJ::JOB::variation::1::abc')],
    ['LOW_VARIATION', 50_000, button('MJ::JOB::low_variation::1::abc::SOLO')],
    ['HIGH_VARIATION', 50_000, button('MJ::JOB::high_variation::1::abc::SOLO')],
    ['PAN', 50_000, button('MJ::JOB::pan_left::1::abc::SOLO')],
    ['REROLL', 50_000, button('MJ::JOB::reroll::0::abc::SOLO')],
    ['ZOOM', 50_000, button('MJ::Outpaint::50::1::abc::SOLO')],
    ['CUSTOM_ZOOM', 0, button('MJ::CustomZoom::abc')],
    ['INPAINT', 0, button('MJ::Inpaint::1::abc::SOLO')],
  ];
  for (const [action, quota, [path, body]] of cases) {
    const before = await lab.balance();
    const { json } = await lab.call('POST', `/mj/${path}`, body);
    expect({ path, ...json }).toMatchObject({ path, code: 1 });
    expect({ action, paid: before - (await lab.balance()) }).toEqual({ action, paid: quota });
    expect(lab.orders().at(-1)).toMatchObject({ path: `/mj/${path}`, json: body });
    expect((await lab.call('GET', `/mj/task/${json.result}/fetch`)).json.action).toBe(action);
  }
});

test('an upload is complete at once', async () => {
  lab.order = (_, response) =>
    sendJson(response, 200, { code: 1, description: 'ok', result: ['https://cdn.example/u.png'] });
  const { json } = await lab.call('POST', '/mj/submit/upload-discord-images', { base64Array: ['AA=='] });
  expect(json).toMatchObject({ code: 1, result: ['https://cdn.example/u.png'] });
  const [row] = await lab.as('admin').get(listDrawings, { p: 0 });
  expect(row).toMatchObject({ action: 'UPLOAD', status: 'SUCCESS', progress: '100%', quota: 25_000 });
});

test('a missing field is refused with its code before anything is sent or held', async () => {
  const origin = (await lab.imagine()).json.result;
  lab.upstream.calls.length = 0;
  const before = await lab.balance();
  const cases: [says: string, path: string, body: unknown][] = [
    ['bind_request_body_failed', 'submit/imagine', '{"prompt":'],
    ['bind_request_body_failed', 'submit/imagine', { prompt: 7 }],
    ['bind_request_body_failed', 'submit/imagine', '[1]'],
    ['prompt_is_required', 'submit/imagine', {}],
    ['task_id_is_required', 'submit/change', {}],
    ['action_is_required', 'submit/change', { taskId: origin }],
    ['unknown_action', 'submit/change', { taskId: origin, action: 'DANCE' }],
    ['index_is_required', 'submit/change', { taskId: origin, action: 'UPSCALE' }],
    ['index_is_required', 'submit/change', { taskId: origin, action: 'UPSCALE', index: 9 }],
    ['content_is_required', 'submit/simple-change', {}],
    ['content_parse_failed', 'submit/simple-change', { content: 'abc x9' }],
    ['custom_id_is_required', 'submit/action', {}],
    ['task_id_is_required', 'submit/action', { customId: 'MJ::JOB::reroll::0::x' }],
    ['unknown_action', 'submit/action', { customId: 'MJ::BOOKMARK::x', taskId: origin }],
    ['unknown_action', 'submit/dance', {}],
    ['sourceBase64_and_targetBase64_is_required', 'insight-face/swap', { sourceBase64: 'AA==' }],
    ['task_not_found', 'submit/modal', { taskId: 'unknown' }],
    ['task_status_not_success', 'submit/change', { taskId: origin, action: 'REROLL' }],
  ];
  for (const [description, path, body] of cases) {
    const { status, json } = await lab.call('POST', `/mj/${path}`, body);
    expect({ says: description, status, code: json.code, type: json.type }).toEqual({
      says: description,
      status: 400,
      code: 4,
      type: 'upstream_error',
    });
    expect(json.description).toMatch(new RegExp(`^${description} .+`));
  }
  expect(lab.upstream.calls).toEqual([]);
  expect(await lab.balance()).toBe(before);
  await lab.option('MjActionCheckSuccessEnabled', false);
  expect((await lab.call('POST', '/mj/submit/change', { taskId: origin, action: 'REROLL' })).json.code).toBe(
    1,
  );
  await lab.option('MjActionCheckSuccessEnabled', true);
});

test('an order is refused in the same format when the balance does not cover it', async () => {
  const poor = await lab.token({}, lab.people.other);
  const { status, json } = await lab.imagine({ authorization: `Bearer ${poor}` });
  expect({ status, code: json.code }).toEqual({ status: 400, code: 4 });
  expect(json.description).toMatch(/^quota_not_enough .*\$0\.10/);
  expect(lab.orders()).toEqual([]);
});

test('a mode in the path reaches the provider unless it is one of this gateway', async () => {
  const paths = ['/fast/mj/submit/imagine', '/mj-relax/mj/submit/imagine'];
  for (const path of paths) expect((await lab.call('POST', path, { prompt: 'x' })).json.code).toBe(1);
  expect(lab.orders().map(({ path }) => path)).toEqual(['/fast/mj/submit/imagine', '/mj/submit/imagine']);
});

test('options decide which hints reach the provider', async () => {
  const body = {
    prompt: 'a fox --fast --ar 1:1 --turbo',
    accountFilter: { modes: ['FAST'] },
    notifyHook: 'https://caller.example/hook',
  };
  const sent = async () => {
    await lab.call('POST', '/mj/submit/imagine', body);
    return lab.orders().at(-1)?.json;
  };
  expect(await sent()).toEqual({ prompt: body.prompt });
  for (const option of ['MjAccountFilterEnabled', 'MjNotifyEnabled', 'MjModeClearEnabled'])
    await lab.option(option, true);
  expect(await sent()).toEqual({ ...body, prompt: 'a fox --ar 1:1' });
  const { json } = await lab.call('POST', '/mj/submit/imagine', {
    ...body,
    notifyHook: 'file:///etc/passwd',
  });
  expect(json.description).toMatch(/^notify_hook_invalid /);
  for (const option of ['MjAccountFilterEnabled', 'MjNotifyEnabled', 'MjModeClearEnabled'])
    await lab.option(option, false);
});

test('an existing or queued drawing counts as ordered, and a forbidden word is reported and free', async () => {
  const answer = (code: number, properties = {}) => {
    lab.order = (_, response) =>
      sendJson(response, 200, { code, description: `d${code}`, properties, result: `r${code}` });
  };
  const picture = { status: 'SUCCESS', imageUrl: 'https://cdn.example/b.png' };
  answer(21, picture);
  expect((await lab.imagine()).json).toEqual({
    code: 1,
    description: 'd21',
    properties: picture,
    result: 'r21',
  });
  expect((await lab.call('GET', '/mj/task/r21/fetch')).json).toMatchObject({
    status: 'SUCCESS',
    progress: '100%',
  });
  answer(22);
  expect((await lab.imagine()).json).toMatchObject({ code: 1, result: 'r22' });
  const before = await lab.balance();
  answer(24);
  expect(await lab.imagine()).toMatchObject({ status: 200, json: { code: 24, description: 'd24' } });
  expect(await lab.balance()).toBe(before);
  const [row] = await lab.as('admin').get(listDrawings, { p: 0 });
  expect(row).toMatchObject({
    code: 24,
    status: 'FAILURE',
    progress: '100%',
    fail_reason: 'd24',
    quota: 0,
    mj_id: '',
  });
});
