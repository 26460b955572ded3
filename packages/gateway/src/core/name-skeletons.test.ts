import { expect, test } from 'vitest';
import { hasInvisible, nameSkeletons } from './name-skeletons.ts';

const areAlike = (a: string, b: string) => nameSkeletons(a).some((each) => nameSkeletons(b).includes(each));

test.each([
  ['root', 'ROOT'],
  ['root', 'Root'],
  ['root', 'гооt'],
  ['root', 'ｒｏｏｔ'],
  ['root', 'ro\u200bot'],
  ['root', 'root\ufe0f'],
  ['root', 'r\u3164oot'],
  ['root', 'r00t'],
  ['root', '𝓻𝓸𝓸𝓽'],
  ['admin', 'аdmіn'],
  ['admin', 'ADMIN'],
  ['admin', 'adrnin'],
  ['paul', 'PauI'],
  ['paul', 'pau1'],
  ['admin', 'adm1n'],
  ['mike', 'm1ke'],
  ['Victor', 'V1ctor'],
  ['BOB', 'ΒОВ'],
  ['Вася', 'вася'],
  ['straße', 'STRASSE'],
  ['İzmir', 'izmir'],
  ['ﷺ', 'صلى الله عليه وسلم'],
  ['root', 'rooт'],
  ['root', 'rooτ'],
  ['root', 'rooᴛ'],
  ['root', 'ŕoot'],
  ['root', 'ro\u0308ot'],
  ['root', 'root.'],
  ['root', '_root_'],
  ['root', 'r-o-o-t'],
  ['root', 'ROOТ'],
  ['kevin', 'кevin'],
  ['mike', 'мike'],
  ['hanna', 'нanna'],
  ['bob', 'воb'],
  ['eve', 'εve'],
  ['helen', 'ηelen'],
  ['jose', 'josé'],
  ['strøm', 'strom'],
  ['anna', 'ann-a'],
  ['pau|', 'paul'],
])('names look alike when they differ in case, alphabet, width or invisible characters: %s %s', (a, b) => {
  expect(areAlike(a, b)).toBe(true);
});

test.each([
  ['root', 'rot'],
  ['ali', 'all'],
  ['user1', 'user2'],
  ['名字', '名宇'],
  ['anna', 'hanna'],
  ['van', 'nan'],
  ['张伟', '张玮'],
  ['李娜', '李那'],
  ['王小明', '王小名'],
  ['はる', 'ばる'],
  ['ハナ', 'パナ'],
  ['नील', 'नीला'],
  ['ป่า', 'ป้า'],
  ['김민수', '김민주'],
  ['team1-11', 'team11-1'],
  ['1.5', '15'],
  ['***', '---'],
  ['😀', '😁'],
  ['мир', 'мур'],
  ['пили', 'нили'],
])('names do not look alike when readers can distinguish them: %s %s', (a, b) => {
  expect(areAlike(a, b)).toBe(false);
});

test('a skeleton is the same in every run, because it is stored', () => {
  expect(nameSkeletons('Admin')).toEqual([
    'ee4c45dc75121578c8e45d64ae32c4ad71ea18f007791fe881f5421d7fc6f794',
  ]);
});

test.each(['a\u200bb', '\u3164', 'a\ufe0f', '\u2800', 'a b'])(
  'invisible characters are detected in %j',
  (name) => {
    expect(hasInvisible(name)).toBe(true);
  },
);
