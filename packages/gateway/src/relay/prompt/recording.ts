import { mpegLength } from './mpeg-frames.ts';

/** How long a recording is. */
export interface Recording {
  readonly seconds: number;
  /** The file states its length; otherwise the length follows from its size. */
  readonly isExact: boolean;
  /** Upper limit of the length, whatever the header states. */
  readonly mostSeconds: number;
}

/** Speech at telephone quality, in bytes a second: most files are longer than they look, not shorter. */
const USUAL_RATE = 8000;
/** The highest plausible rate. A header with a higher one would make a long recording look short. */
const MAX_RATE = 768_000;
/**
 * The lowest rate at which speech is understood, in bytes a second: 6 kbit/s of Opus.
 * https://www.rfc-editor.org/rfc/rfc6716#section-2
 */
const LEAST_RATE = 750;

/**
 * Reads the length of a WAV or MP3 file, and estimates that of other files from their size. The upper limit
 * uses only what decoders obey too: the samples of an uncompressed WAV file and the frames of an MP3 file.
 */
export function recordingOf(file: Buffer): Recording {
  const slowest = file.length / LEAST_RATE;
  const wave = waveFormat(file);
  if (wave) {
    const seconds = file.length / Math.min(wave.samplesRate ?? wave.statedRate, MAX_RATE);
    return { seconds, isExact: true, mostSeconds: wave.samplesRate ? seconds : Math.max(slowest, seconds) };
  }
  const mpeg = mpegLength(file);
  if (!mpeg) return { seconds: file.length / USUAL_RATE, isExact: false, mostSeconds: slowest };
  const mostSeconds = mpeg.seconds + (file.length - mpeg.bytes) / LEAST_RATE;
  return { seconds: file.length / mpeg.firstRate, isExact: false, mostSeconds };
}

interface WaveFormat {
  /** Bytes a second as stated in the header. Decoders ignore this number. */
  readonly statedRate: number;
  /** Bytes a second computed from the samples, when these are not compressed. */
  readonly samplesRate?: number;
}

/** PCM, floating point, A-law and mu-law: every sample has the same number of bits. */
const UNCOMPRESSED = new Set([1, 3, 6, 7]);
const EXTENSIBLE = 0xfffe;

function waveFormat(file: Buffer): WaveFormat | undefined {
  if (file.length < 44 || file.toString('latin1', 0, 4) !== 'RIFF') return undefined;
  const at = formatChunk(file);
  const statedRate = at === undefined ? 0 : file.readUInt32LE(at + 8);
  if (at === undefined || statedRate === 0) return undefined;
  const formatTag = file.readUInt16LE(at);
  const hasSubformat = formatTag === EXTENSIBLE && at + 26 <= file.length;
  const format = hasSubformat ? file.readUInt16LE(at + 24) : formatTag;
  const samplesRate =
    (file.readUInt16LE(at + 2) * file.readUInt32LE(at + 4) * file.readUInt16LE(at + 14)) / 8;
  return UNCOMPRESSED.has(format) && samplesRate > 0 ? { statedRate, samplesRate } : { statedRate };
}

/** Returns the offset of the content of the first `fmt ` chunk. Follows chunks one by one, as decoders do. */
function formatChunk(file: Buffer): number | undefined {
  let at = 12;
  while (at + 24 <= file.length) {
    const size = file.readUInt32LE(at + 4);
    if (file.toString('latin1', at, at + 4) === 'fmt ') return at + 8;
    at += 8 + size + (size % 2);
  }
  return undefined;
}
