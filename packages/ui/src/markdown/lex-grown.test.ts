import { lexer } from 'marked';
import { expect, test } from 'vitest';
import { type Lexed, lexGrown } from './lex-grown.ts';

const texts: Record<string, string> = {
  paragraphs: 'One **bold** word.\n\nAnother\nline.\n\n# A heading\n\nSet\n===\n\nText after it.\n',
  lists: '- a\n- b\n\n- c\n\n  more of c\n\ntext\n\n1. one\n2. two\n   - deep\n\n\n3. three\n\nend\n',
  code: 'Before\n\n```js\nconst a = 1;\n\n# no heading\n```\n\n    indented\n\n    more\n\nafter `code`\n',
  tables: 'x\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n| 3 | 4 |\n\n> quote\nlazy\n\n> other\n\n---\n\ny\n',
  html: 'a\n\n<details>\n<summary>s</summary>\n\ntext\n\n</details>\n\n<!-- a\n\nb -->\n\nz\n\nz\n\nz\n',
  definitions:
    'See [the page][p].\n\nmore\n\nmore\n\nmore\n\n[p]: https://example.com "A page"\n\nend [p]\n\n[p]',
  windows: 'one\r\n\r\ntwo\r\n\r\n- a\r\n- b\r\n\r\nthree\r\n\r\nfour\r\n\r\nfive',
};

test.each(Object.entries(texts))(
  '%s that grow have the blocks of the whole text at every length',
  (_, text) => {
    let lexed: Lexed | undefined;
    for (let length = 1; length <= text.length; length++) {
      const source = text.slice(0, length);
      lexed = lexGrown(source, lexed);
      expect(lexed.tokens, source).toEqual([...lexer(source)]);
    }
  },
);

test('blocks before the end stay the same objects while a text grows', () => {
  const before = lexGrown('one\n\ntwo\n\nthree\n\nfour');
  const next = lexGrown('one\n\ntwo\n\nthree\n\nfour\n\nfive', before);
  expect(next.tokens?.[0]).toBe(before.tokens?.[0]);
  expect(next.tokens?.[2]).toBe(before.tokens?.[2]);
});

test('another text is read from its beginning', () => {
  const before = lexGrown('one\n\ntwo\n\nthree\n\nfour');
  expect(lexGrown('# Other', before).tokens).toEqual([...lexer('# Other')]);
});
