import { type Installed, isShipped, licenseText, listInstalled, listShipped } from '../checks/licenses.ts';

/** Returns name, version and license text of every package that the product contains: what their licenses ask for. */
export function describeThirdParties(root: string): string {
  const shipped = listShipped(root);
  const parts = listInstalled(root).filter((each) => isShipped(each, shipped));
  return `${INTRODUCTION}\n\n${parts.map(describe).join('\n\n')}\n`;
}

const INTRODUCTION = 'Tollgate contains or runs these packages. Each has its own license.';

function describe({ name, version, license, folder }: Installed): string {
  const text = licenseText(folder);
  return [`${'='.repeat(80)}\n${name} ${version}: ${license}`, ...(text === '' ? [] : [text])].join('\n\n');
}
