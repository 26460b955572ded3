import type { Piece } from './read-layout.ts';

/** A recorded page: lines by what they were recorded in, such as `en 1280` or `colours dark`. */
export type Recorded = Map<string, string[]>;

/** One line a piece: `24 18 160 32 Channels`. */
export function writePiece({ x, y, width, height, text }: Piece): string {
  return `${x} ${y} ${width} ${height} ${text}`;
}

export function writeRecorded(recorded: Recorded): string {
  return [...recorded].map(([name, lines]) => `# ${name}\n${lines.join('\n')}\n`).join('\n');
}

export function readRecorded(file: string): Recorded {
  const sections = file.split(/^# /m).slice(1);
  return new Map(
    sections.map((section) => {
      const [name = '', ...lines] = section.trimEnd().split('\n');
      return [name, lines] as const;
    }),
  );
}

/** What a person would see that is not as it was recorded, in words; the first ten of each section. */
export function differences(recorded: Recorded, seen: Recorded): string[] {
  return [...seen].flatMap(([name, lines]) => {
    const known = recorded.get(name) ?? [];
    const found = name.startsWith('colours') ? inSets(known, lines) : inOrder(known, lines);
    return found.slice(0, 10).map((sentence) => `${name}: ${sentence}`);
  });
}

function inSets(known: string[], seen: string[]): string[] {
  return [
    ...seen.filter((line) => !known.includes(line)).map((line) => `new is ${line}`),
    ...known.filter((line) => !seen.includes(line)).map((line) => `gone is ${line}`),
  ];
}

/** Texts are the same and in order, boxes within the tolerance. A text that is new or gone is named alone. */
function inOrder(known: string[], seen: string[]): string[] {
  const [before, after] = [known.map(read), seen.map(read)];
  const texts = (pieces: Line[]) => pieces.map(({ text }) => text);
  if (texts(before).join('\n') !== texts(after).join('\n'))
    return inSets(texts(before), texts(after))
      .concat('the texts are others, or in another order')
      .slice(0, 10);
  return after.flatMap((piece, index) => {
    const old = before[index]!;
    const isNear = piece.box.every((value, side) => Math.abs(value - old.box[side]!) <= tolerance(value));
    return isNear ? [] : [`“${piece.text}” stands at ${piece.box.join(' ')} instead of ${old.box.join(' ')}`];
  });
}

/** Fonts that the machine brings (Chinese, monospace) are a little wider or narrower elsewhere. */
function tolerance(pixels: number): number {
  return Math.max(4, Math.abs(pixels) * 0.02);
}

interface Line {
  box: number[];
  text: string;
}

function read(line: string): Line {
  const [, numbers = '', text = ''] = /^((?:-?\d+ ){4})(.*)$/.exec(line) ?? [];
  return { box: numbers.trim().split(' ').map(Number), text };
}
