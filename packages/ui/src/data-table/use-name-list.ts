import { useFormat } from '../provider/use-format.ts';

/** Enough to recognize what is meant; more would not be read. */
const NAMED = 5;

/** Returns a function that lists names for a question: five of them, and how many more there are (`+3`). */
export function useNameList(): (names: readonly string[]) => string {
  const format = useFormat();
  return (names) => {
    const rest = names.length - NAMED;
    const more = rest > 0 ? [`+${format.number(rest)}`] : [];
    return [...names.slice(0, NAMED), ...more].join(', ');
  };
}
