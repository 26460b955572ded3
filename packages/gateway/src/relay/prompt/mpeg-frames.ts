/** The sums over the chained frames of an MP3 file. */
export interface MpegLength {
  /** Seconds of all frames. */
  readonly seconds: number;
  /** Bytes from the start of the file to the end of the last frame. */
  readonly bytes: number;
  /** Bytes a second of the first frame. */
  readonly firstRate: number;
}

/** Kilobits a second of layer III, by the number in the frame header. */
const MPEG1_KILOBITS = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const MPEG2_KILOBITS = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
/** Samples a second of MPEG 1; halved for MPEG 2 and again for MPEG 2.5. */
const SAMPLE_RATES = [44_100, 48_000, 32_000];

/** Almost two hours of audio. More frames are not read, because the scan blocks the gateway. */
const MAX_FRAMES = 250_000;

interface Frame {
  readonly bytes: number;
  readonly seconds: number;
  readonly rate: number;
}

/**
 * Adds up the frames of an MP3 file, from behind its ID3 tag to the first bytes that are not a frame. A
 * header with a wrong length cannot hide audio, because each frame states its own length.
 */
export function mpegLength(file: Buffer): MpegLength | undefined {
  const start = file.toString('latin1', 0, 3) === 'ID3' && file.length > 10 ? 10 + tagSize(file) : 0;
  const first = frameAt(file, start);
  if (!first) return undefined;
  let [at, seconds, count] = [start, 0, 0];
  for (let frame: Frame | undefined = first; frame && count < MAX_FRAMES; frame = frameAt(file, at)) {
    at += frame.bytes;
    seconds += frame.seconds;
    count += 1;
  }
  return { seconds, bytes: Math.min(at, file.length), firstRate: first.rate };
}

/** Returns the layer III frame whose header begins at `at`. */
function frameAt(file: Buffer, at: number): Frame | undefined {
  if (at + 4 > file.length) return undefined;
  const [sync = 0, kind = 0, rates = 0] = [file[at], file[at + 1], file[at + 2]];
  if (sync !== 0xff || (kind & 0xe6) !== 0xe2) return undefined;
  const version = (kind >> 3) & 3;
  const isMpeg1 = version === 3;
  const kilobits = (isMpeg1 ? MPEG1_KILOBITS : MPEG2_KILOBITS)[rates >> 4] ?? 0;
  const baseRate = SAMPLE_RATES[(rates >> 2) & 3] ?? 0;
  if (version === 1 || kilobits === 0 || baseRate === 0) return undefined;
  const sampleRate = isMpeg1 ? baseRate : baseRate / (version === 2 ? 2 : 4);
  const samples = isMpeg1 ? 1152 : 576;
  const padding = (rates >> 1) & 1;
  const bytes = Math.floor(((samples / 8) * kilobits * 1000) / sampleRate) + padding;
  return { bytes, seconds: samples / sampleRate, rate: kilobits * 125 };
}

/** Seven bits of each byte count. */
function tagSize(file: Buffer): number {
  return [6, 7, 8, 9].reduce((size, at) => size * 128 + ((file[at] ?? 0) & 0x7f), 0);
}
