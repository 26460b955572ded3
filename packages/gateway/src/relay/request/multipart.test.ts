import { expect, test } from 'vitest';
import { findParts, replaceField } from './multipart.ts';

const TYPE = 'multipart/form-data; boundary=XX';

function form(...parts: string[]): Buffer {
  return Buffer.from(`${parts.map((part) => `--XX\r\n${part}\r\n`).join('')}--XX--\r\n`);
}

function field(name: string, value = 'a'): string {
  return `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;
}

function read(body: Buffer, type = TYPE) {
  return findParts(body, type)?.map(({ name, filename, start, end }) => [
    name,
    filename,
    body.toString('utf8', start, end),
  ]);
}

test.each([
  ['curl and browsers', TYPE, 'Content-Disposition: form-data; name="model"\r\n\r\nwhisper-1'],
  ['Go', TYPE, 'Content-Disposition: form-data; name="model"\r\nContent-Type: text/plain\r\n\r\nwhisper-1'],
  [
    '.NET, without quotes',
    TYPE,
    'Content-Type: text/plain; charset=utf-8\r\nContent-Disposition: form-data; name=model\r\n\r\nwhisper-1',
  ],
  ['a quoted boundary', 'multipart/form-data; boundary="XX"', field('model', 'whisper-1')],
  ['a charset', 'multipart/form-data; charset=utf-8; boundary=XX', field('model', 'whisper-1')],
  ['small letters', TYPE, 'content-disposition:form-data;name="model"\r\n\r\nwhisper-1'],
])('the form of %s is read', (_, type, part) => {
  expect(read(form(part), type)).toEqual([['model', undefined, 'whisper-1']]);
});

test('a file keeps its name, in the forms of Python and .NET too', () => {
  const names = ['filename="a b.png"', "filename*=utf-8''a.png", "filename=a.png; filename*=utf-8''a.png"];
  const files = names.map(
    (name) =>
      `Content-Disposition: form-data; name="image"; ${name}\r\nContent-Type: image/png\r\n\r\n\r\n-bytes-\r\n`,
  );
  expect(read(form(...files))?.map(([name, filename, bytes]) => [name, filename, bytes])).toEqual([
    ['image', 'a b.png', '\r\n-bytes-\r\n'],
    ['image', "utf-8''a.png", '\r\n-bytes-\r\n'],
    ['image', 'a.png', '\r\n-bytes-\r\n'],
  ]);
});

const hidden = 'Content-Disposition: form-data; name="model"';
test.each([
  [
    'a header in front that looks like it',
    `X-Content-Disposition: form-data; name="x"\r\n${hidden}\r\n\r\na`,
    ['model'],
  ],
  ['two dispositions', `Content-Disposition: form-data; name="x"\r\n${hidden}\r\n\r\na`],
  ['two names', `${hidden}; name="x"\r\n\r\na`],
  ['an extended name', 'Content-Disposition: form-data; name="x"; name*=utf-8\'\'model\r\n\r\na'],
  ['a continued name', 'Content-Disposition: form-data; name*0=mo; name*1=del\r\n\r\na'],
  ['spaces around the equals sign', 'Content-Disposition: form-data; name = "model"\r\n\r\na'],
  ['an escaped name', 'Content-Disposition: form-data; name="mo\\del"\r\n\r\na'],
  ['a folded line', 'Content-Disposition: form-data;\r\n name="model"\r\n\r\na'],
  ['a bare line end in a header', 'X-A: b\nContent-Disposition: form-data; name="model"\r\n\r\na'],
  ['a space before the colon', 'Content-Disposition : form-data; name="model"\r\n\r\na'],
  ['another disposition', 'Content-Disposition: attachment; name="model"\r\n\r\na'],
  ['no name', 'Content-Disposition: form-data\r\n\r\na'],
  ['an encoding that some undo', `Content-Transfer-Encoding: quoted-printable\r\n${hidden}\r\n\r\n=61`],
  ['an empty file name with content', `${hidden}; filename=""\r\n\r\na`],
  ['no empty line before its content', `${hidden}\r\na`],
])('a part with %s is refused, or read as every parser reads it', (_, part, names?: string[]) => {
  const found = read(form(field('prompt'), part));
  expect(found?.map(([name]) => name)).toEqual(names && ['prompt', ...names]);
});

test.each([
  ['two boundaries', 'multipart/form-data; boundary=XX; boundary=YY'],
  ['no boundary', 'multipart/form-data'],
  ['an empty boundary', 'multipart/form-data; boundary=""'],
  ['another type that names it', 'text/plain; a="multipart/form-data; boundary=XX"'],
])('a content type with %s is no form', (_, type) => {
  expect(read(form(field('model')), type)).toBeUndefined();
});

test.each([
  ['before the form', `junk\r\n${form(field('model'))}`],
  ['after the form', `${form(field('model'))}--XX\r\n${field('n', '10')}\r\n--XX--\r\n`],
  ['behind the boundary', form(field('model')).toString().replace('--XX\r\n', '--XX \r\n')],
  ['as a delimiter without its line end', form(field('prompt', `a\n--XX\r\n${field('model')}`)).toString()],
  ['as a delimiter inside of a line', form(field('prompt', 'a--XXb')).toString()],
  ['as a longer delimiter', form(field('prompt', `a\r\n--XXY\r\n${field('model')}`)).toString()],
  ['in place of its end', form(field('model')).toString().slice(0, -6)],
])('bytes %s are refused', (_, text) => {
  expect(read(Buffer.from(text))).toBeUndefined();
});

test('a replaced field keeps all other bytes', () => {
  const body = form(field('prompt', 'p'), field('model', 'a'));
  expect(replaceField(body, TYPE, 'model', 'longer').toString()).toBe(
    form(field('prompt', 'p'), field('model', 'longer')).toString(),
  );
  expect(read(replaceField(form(field('prompt', 'p')), TYPE, 'model', 'm'))).toEqual([
    ['model', undefined, 'm'],
    ['prompt', undefined, 'p'],
  ]);
});
