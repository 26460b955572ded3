import axe from 'axe-core';

/**
 * What a screen reader or a keyboard would stumble over, one line each. Contrast, and what depends on sizes and places,
 * needs a browser: stories are looked at there.
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

/** Links that name the host of the console: they break where it is served under another name. */
export function absoluteLinks(content: HTMLElement): string[] {
  const own = `//${window.location.host}`;
  return [...content.querySelectorAll('a[href]')]
    .map((link) => link.getAttribute('href') ?? '')
    .filter((address) => address.replace(/^https?:/, '').startsWith(own));
}
