import { createSocket } from 'node:dgram';

/** Returns the addresses of a name for the n-th query of it. */
export type Zone = Readonly<Record<string, (question: number) => readonly string[]>>;

const A = 1;
const AAAA = 28;

/**
 * Starts a name server on 127.0.0.1:53 whose answers may change with each query (RFC 1035). Answers have a
 * TTL of 0 seconds, so that they are not cached. Names outside of the zone do not exist.
 */
export async function startDnsServer(zone: Zone): Promise<{ questions: ReadonlyMap<string, number> }> {
  const questions = new Map<string, number>();
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = readQuestion(query);
    const queryCount = questions.get(name) ?? 0;
    // A resolver queries both families: together they are one query.
    if (type === A) questions.set(name, queryCount + 1);
    const answer = zone[name]?.(queryCount);
    const fitting = (answer ?? []).filter((each) => each.includes(':') === (type === AAAA));
    const records = type === A || type === AAAA ? fitting.map((each) => record(type, each)) : [];
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(answer ? 0x8180 : 0x8183, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(records.length, 6);
    socket.send(Buffer.concat([header, query.subarray(12, end), ...records]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(53, '127.0.0.1', resolve));
  return { questions };
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function record(type: number, address: string): Buffer {
  const bytes = type === A ? Buffer.from(address.split('.').map(Number)) : bytesOfV6(address);
  const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length]);
  return Buffer.concat([head, bytes]);
}

function bytesOfV6(address: string): Buffer {
  const [left = '', right = ''] = address.split('::');
  const groups = (text: string) => (text ? text.split(':') : []);
  const zeros = Array.from({ length: 8 - groups(left).length - groups(right).length }, () => '0');
  const all = address.includes('::') ? [...groups(left), ...zeros, ...groups(right)] : groups(left);
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
}
