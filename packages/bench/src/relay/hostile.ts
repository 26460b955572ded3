/** JSON bodies of a few megabytes that are expensive to parse. They use the model of the measurement. */

const rest = '"model":"gpt-4o-mini","messages":[{"role":"user","content":"x"}]}';

const list = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => write(index)).join(',');

export const hostileBodies: readonly Buffer[] = [
  `{${list(600_000, (index) => `"${index}":1`)},${rest}`,
  `{"metadata":[${list(150_000, (index) => `{"a":${index},"b":1,"c":1,"d":1}`)}],${rest}`,
  `{"tools":[${list(400_000, (index) => `{"k${index}":1}`)}],${rest}`,
  `{"stop":[${list(1_000_000, (index) => `"${index}"`)}],${rest}`,
  `{"model":"gpt-4o-mini","messages":[${list(200_000, () => '{"role":"user","content":"x"}')}]}`,
].map((body) => Buffer.from(body));
