import axe from 'axe-core';

/**
 * Returns accessibility faults, one line each. Contrast and layout need a browser: stories check them there.
 */
export async function accessibilityFaults(content: HTMLElement): Promise<string[]> {
  const { violations } = await axe.run(content, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'],
    rules: { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } },
    resultTypes: ['violations'],
  });
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html }) => `${id} (${help}): ${html.slice(0, 200)}`),
  );
}

/** Returns links that contain the console's host: they break under another host name. */
export function absoluteLinks(content: HTMLElement): string[] {
  const own = `//${window.location.host}`;
  return [...content.querySelectorAll('a[href]')]
    .map((link) => link.getAttribute('href') ?? '')
    .filter((address) => address.replace(/^https?:/, '').startsWith(own));
}
