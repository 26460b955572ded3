import { answer } from '@tollgate/api-client/testing';
import { createStore } from '@tollgate/console-sdk';
import {
  type AreaOverride,
  countNotifications,
  type ErrorCode,
  getAbout,
  getHomePageContent,
  getNotice,
  getSelf,
  getStatus,
  type RegistrySnapshot,
  type ResolvedArea,
  type RetiredAddress,
  type SiteStatus,
  type User,
} from '@tollgate/contract';
import type { Language } from '@tollgate/i18n';
import { mutate } from 'swr';
import type { Areas } from '../areas/areas-context.ts';
import { configureCalls } from '../configure-calls.ts';
import { startI18n } from '../i18n/start-i18n.ts';
import { startSession } from '../session/session.ts';
import { storeUser } from '../session/stored-user.ts';
import { startTheme } from '../theme/theme.ts';
import { areas as someAreas } from './areas.ts';
import { makeStatus } from './make-status.ts';

export interface Setting {
  user?: User;
  /** Differences from a usual site, or how the status call fails: by an error, or without a response. */
  status?: Partial<SiteStatus> | { code: ErrorCode } | 'never';
  areas?: readonly ResolvedArea[];
  language?: Language;
  notice?: string;
  /** An admin's content of the home page. */
  home?: string;
  /** Areas from a development server. */
  overrides?: AreaOverride[];
  /** Addresses of retired areas. */
  retired?: RetiredAddress[];
  /** Notifications of the user that are not read yet. */
  unread?: number;
  preload?: (areaId: string) => void;
}

/** Prepares the console before it is opened, with a server that responds to the first calls. */
export function prepareConsole({
  user,
  status,
  areas = someAreas,
  language = 'en',
  notice = '',
  home = '',
  overrides = [],
  retired = [],
  unread = 0,
  preload,
}: Setting) {
  const { i18n } = startI18n({ language });
  storeUser(user ?? null);
  // Removes only its own responses: the next console sets its own before this one is closed.
  const stops = [
    answerStatus(status),
    answer(getHomePageContent, home),
    answer(getAbout, ''),
    answer(getNotice, notice),
    ...(user ? [answer(getSelf, user), answer(countNotifications, { unread })] : []),
    startTheme(),
    startSession(),
  ];
  configureCalls();
  const registry = createStore<RegistrySnapshot>({
    schema: 1,
    rev: '1',
    host: { version: '0.1.0', api: '1.0.0' },
    areas: [...areas],
    overrides,
    retired,
  });
  const fakes: Areas = { registry, render: showArea, preload: preload ?? (() => {}) };
  return { i18n, areas: fakes, close };

  function close(): void {
    for (const stop of stops) stop();
    void mutate(() => true, undefined);
  }
}

function answerStatus(status: Setting['status']): () => void {
  if (status === 'never') return answer(getStatus, makeStatus(), { delayMs: Number.POSITIVE_INFINITY });
  return answer(getStatus, status && 'code' in status ? status : makeStatus(status));
}

function showArea({ id }: ResolvedArea) {
  return <h1>Area {id}</h1>;
}
