import { cleanup } from '@testing-library/react';
import type { MockHost } from '@tollgate/console-sdk/testing';
import { absoluteLinks, accessibilityFaults } from './accessibility.ts';
import { watchHost } from './check-setup.ts';
import { watchLeftovers } from './leftovers.ts';
import { onPage } from './on-page.tsx';
import { hasCalled, marksOf, refuseKeys, requireHeading, textsOf } from './page-facts.ts';
import { expectedTexts, type ResponseState } from './response-state.ts';
import type { ContractSubject } from './subject.ts';

/** Checks that the page at a path shows the state of every kind of gateway response. @throws when it does not */
export async function checkState(
  subject: ContractSubject,
  path: string,
  state: ResponseState,
): Promise<void> {
  await onPage(subject, path, { state, search: state === 'empty' ? RUBBISH : '' }, async (page) => {
    await page.until(() => requireHeading(page, path));
    const sentences = textsOf(state, 'en');
    if (sentences.length > 0 && hasCalled()) {
      await page.until(() => {
        const words = document.body.textContent ?? '';
        if (!sentences.some((sentence) => words.includes(sentence)))
          throw new Error(
            `${path} does not show that its data ${expectedTexts[state]}: ${words.slice(0, 300)}`,
          );
      });
    }
    refuseKeys(page.content(), subject.id);
  });
}

/** Query of an outdated bookmark. */
const RUBBISH = '?p=abc&page=-3&page_size=1e9&status=zzz&keyword=%25%00&id=0';

/** Returns what the page at a path throws when it is shown, or undefined. */
export async function findCrash(subject: ContractSubject, path: string): Promise<unknown> {
  let hasCome = false;
  try {
    await onPage(subject, path, { state: 'empty' }, async () => {
      hasCome = true;
    });
  } catch (error) {
    return hasCome ? undefined : error;
  } finally {
    cleanup(); // it runs outside of any test
  }
  return undefined;
}

/** Returns faults of the page in its normal state: accessibility, and links that depend on the host. */
export async function pageFaults(subject: ContractSubject, path: string): Promise<string[]> {
  const faults: string[] = [];
  await onPage(subject, path, { state: 'empty' }, async (page) => {
    await page.until(() => requireHeading(page, path));
    faults.push(...(await accessibilityFaults(page.content())));
    faults.push(
      ...absoluteLinks(page.content()).map((address) => `${address} names the host of the console`),
    );
  });
  return faults;
}

/** Checks that a changed language or theme reaches the page without remounting it. */
export async function checkChanges(subject: ContractSubject, path: string): Promise<void> {
  await onPage(subject, path, { state: 'empty' }, async (page) => {
    const before = await page.until(() => requireHeading(page, path));
    const english = before.textContent;
    await page.change({ language: 'zh', theme: 'dark' });
    const after = await page.until(() => requireHeading(page, path));
    if (before !== after) throw new Error(`${path} is remounted when the language or the theme changes.`);
    const isChinese = /\p{Script=Han}/u.test(page.content().textContent ?? '');
    if (!isChinese) throw new Error(`${path} keeps its first language: ${english}`);
    refuseKeys(page.content(), subject.id);
  });
}

/**
 * Returns what every visit leaves behind after the page is closed. Permanent set-up happens once: in the
 * first visit or, when that closed before a late file arrived, in the next.
 */
export async function leftoversOf(subject: ContractSubject, path: string): Promise<string[]> {
  let left = await leftByVisit(subject, path);
  for (let visits = 1; visits < 4 && left.length > 0; visits++) left = await leftByVisit(subject, path);
  return left;
}

async function leftByVisit(subject: ContractSubject, path: string): Promise<string[]> {
  let listening: () => string[] = () => [];
  const onHost = (host: MockHost) => {
    listening = watchHost(host);
  };
  const marks = marksOf();
  const watch = watchLeftovers();
  try {
    await onPage(subject, path, { state: 'empty', onHost }, async (page) => {
      await page.until(() => requireHeading(page, path));
    });
    return [...watch.left(), ...listening(), ...marksOf().filter((mark) => !marks.includes(mark))];
  } finally {
    watch.stop();
  }
}
