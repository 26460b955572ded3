import { expect, test } from 'vitest';
import { describeCrash } from './describe-crash.ts';

const build = { area: 'logs', buildId: '0123456789' };
const stack = `TypeError: Cannot read properties of undefined (reading 'total')
    at Row (https://gate.example/assets/areas/logs/0123456789/static/js/async/12.ab34.js:1:2345)
    at renderWithHooks (https://gate.example/assets/shell/static/js/react.js:1:99)
    at Page (https://gate.example/assets/areas/logs/0123456789/static/js/async/9.js?x=1:1:7)
    at https://gate.example/assets/areas/user/0123456789/static/js/1.js:1:2`;

function crash(name: string, message: string, of = stack) {
  return describeCrash(build, Object.assign(new Error(message), { name, stack: of }));
}

test('a crash is described by its class and by places in the files of its own build', () => {
  expect(crash('TypeError', "Cannot read properties of undefined (reading 'total')")).toEqual({
    name: 'TypeError',
    message: "Cannot read properties of undefined (reading 'total')",
    stack: ['Row (static/js/async/12.ab34.js:1:2345)'],
  });
});

test('stacks of Firefox and Safari are read too', () => {
  const gecko = 'Row@https://gate.example/assets/areas/logs/0123456789/static/js/a.js:1:20\n@x:1:1';
  expect(crash('TypeError', '', gecko).stack).toEqual(['Row (static/js/a.js:1:20)']);
});

test.each([
  ['    at async Object.load (', 'load (static/js/a.js:1:2)'],
  ['    at new Cart (', 'Cart (static/js/a.js:1:2)'],
  ['    at Array.map [as each] (', 'map (static/js/a.js:1:2)'],
  ['    at ', 'static/js/a.js:1:2'],
  ['@', 'static/js/a.js:1:2'],
])('a frame names its function where the browser does: "%s"', (before, place) => {
  const frame = `${before}https://gate.example/assets/areas/logs/0123456789/static/js/a.js:1:2`;
  expect(crash('TypeError', '', frame).stack).toEqual([place]);
});

test.each([
  ['Error', 'User ada@example.com is unknown'],
  ['SyntaxError', 'Unexpected token h in JSON: "hello ada"'],
  ['TypeError', 'ada@example.com is no address'],
])('messages that may hold data stay in the browser: %s %s', (name, message) => {
  expect(crash(name, message).message).toBe('');
});

test.each([
  'x.map is not a function',
  'rows is not iterable',
  'undefined is not an object',
  'total is not defined',
])('what browsers say about code is sent: %s', (message) => {
  expect(crash('TypeError', message).message).toBe(message);
});

test('an error of React in production is sent by its number', () => {
  const message = 'Minified React error #31; visit https://react.dev/errors/31?args[]=ada';
  expect(crash('Error', message).message).toBe('Minified React error #31');
});

test.each([undefined, null, 'text', 7, { name: 'not a class!', stack: 3 }])(
  '%s is no reason to fail',
  (error) => {
    expect(describeCrash(build, error)).toEqual({ name: '', message: '', stack: [] });
  },
);
