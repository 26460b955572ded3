import { expect, test } from 'vitest';
import { openSecretBox } from './secret-box.ts';

/** The example of the test `secretbox` of NaCl. */
const key = Buffer.from('1b27556473e985d462cd51197a9a46c76009549eac6474f206c4ee0844f68389', 'hex');
const nonce = Buffer.from('69696ee955b62b73cd62bda875fc73d68219e0036b7a0b37', 'hex');
const message =
  'be075fc53c81f2d5cf141316ebeb0c7b5228c52a4c62cbd44b66849b64244ffce5ecbaaf33bd751a1ac728d45e6c61296cdc3c01233561f41db66cce314adb310e3be8250c46f06dceea3a7fa1348057e2f6556ad6b1318a024a838f21af1fde048977eb48f59ffd4924ca1c60902e52f0a089bc76897040e082f937763848645e0705';
const sealed = Buffer.from(
  'f3ffc7703f9400e52a7dfb4b3d3305d98e993b9f48681273c29650ba32fc76ce48332ea7164d96a4476fb8c531a1186ac0dfc17c98dce87b4da7f011ec48c97271d2c20f9b928fe2270d6fb863d51738b48eeee314a7cc8ab932164548e526ae90224368517acfeabd6bb3732bc0e9da99832b61ca01b6de56244a9e88d5f9b37973f622a43d14a6599b1f654cb45a74e355a5',
  'hex',
);
const box = Buffer.concat([nonce, sealed]);

test('a box of NaCl is opened with its key', () => {
  expect(openSecretBox(box, key)?.toString('hex')).toBe(message);
});

test('a box is not opened with another key, when it was changed, or when it is too short', () => {
  expect(openSecretBox(box, Buffer.alloc(32, 1))).toBeUndefined();
  const changed = Buffer.from(box);
  changed[60] = (changed[60] as number) ^ 1;
  expect(openSecretBox(changed, key)).toBeUndefined();
  expect(openSecretBox(box.subarray(0, 39), key)).toBeUndefined();
});
