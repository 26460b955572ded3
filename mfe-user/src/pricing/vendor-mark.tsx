/** A sign for a vendor: the first letters of its name. Trademarks of vendors are not ours to ship. */
export function VendorMark({ vendor }: { vendor: string }) {
  const words = vendor.split(/[\s.]+/).filter(Boolean);
  const letters = words.length > 1 ? words.map(([first]) => first).join('') : vendor;
  return (
    <span className="pricing-mark" data-hue={hueOf(vendor)} aria-hidden>
      {letters.slice(0, 2) || '·'}
    </span>
  );
}

/** The same of six colors for the same name. */
function hueOf(name: string): number {
  return [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997, 7) % HUES;
}

const HUES = 6;
