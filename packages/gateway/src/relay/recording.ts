/** How long a recording is. */
export interface Recording {
  seconds: number;
  /** The file says so itself; else it follows from its size. */
  isExact: boolean;
}

/** Speech at the quality of a call, in bytes a second: most files are longer than they look, not shorter. */
const USUAL_RATE = 8000;
/** Nobody records more; a head that says so would make a long recording look short. */
const MAX_RATE = 768_000;

/** Reads the length of a WAV file, and guesses that of others: by the rate of the first frame of an MP3, or as usual. */
export function recordingOf(file: Buffer): Recording {
  const wave = waveRate(file);
  if (wave) return { seconds: file.length / Math.min(wave, MAX_RATE), isExact: true };
  return { seconds: file.length / (mpegRate(file) ?? USUAL_RATE), isExact: false };
}

/** Bytes a second, from the head of a WAV file. */
function waveRate(file: Buffer): number | undefined {
  if (file.length < 44 || file.toString('latin1', 0, 4) !== 'RIFF') return undefined;
  const format = file.indexOf('fmt ');
  const rate = format < 0 || format + 20 > file.length ? 0 : file.readUInt32LE(format + 16);
  return rate > 0 ? rate : undefined;
}

const MPEG1_KILOBITS = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const MPEG2_KILOBITS = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];

/** The same from the first frame of an MP3, behind its tags. */
function mpegRate(file: Buffer): number | undefined {
  const at = file.toString('latin1', 0, 3) === 'ID3' && file.length > 10 ? 10 + tagSize(file) : 0;
  const [first = 0, second = 0, third = 0] = file.subarray(at, at + 3);
  if (first !== 0xff || (second & 0xe6) !== 0xe2) return undefined;
  const table = (second & 0x18) === 0x18 ? MPEG1_KILOBITS : MPEG2_KILOBITS;
  const kilobits = table[third >> 4] ?? 0;
  return kilobits > 0 ? kilobits * 125 : undefined;
}

/** Seven bits of each byte count. */
function tagSize(file: Buffer): number {
  return [6, 7, 8, 9].reduce((size, at) => size * 128 + ((file[at] ?? 0) & 0x7f), 0);
}
