/** A sign for a vendor: the first letter of each word of its name. Trademarks of vendors are not ours to ship. */
export function VendorMark({ vendor }: { vendor: string }) {
  const letters = vendor.split(/[\s.]+/).map(([first = '']) => first);
  return (
    <span className="pricing-mark" data-hue={hueOf(vendor)} aria-hidden>
      {letters.join('').slice(0, 2) || '·'}
    </span>
  );
}

/** The same of six colors for the same name. */
function hueOf(name: string): number {
  return [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997, 7) % HUES;
}

const HUES = 6;
