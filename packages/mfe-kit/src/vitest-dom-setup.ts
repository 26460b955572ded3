import { cleanup } from '@testing-library/react';
import * as React from 'react';
import { afterEach } from 'vitest';

Object.preventExtensions(Object.prototype);
skipOwnerStacks();

afterEach(() => {
  cleanup(); // otherwise a closing animation fires into the next test
  localStorage.clear();
  sessionStorage.clear();
});

/**
 * React's development build records a stack for each of the first 10,000 elements of a second, for its
 * warnings: an eighth of the CPU time of these tests. It stops when its counter is above the limit.
 */
function skipOwnerStacks(): void {
  const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React as unknown as {
    __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: object;
  };
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => Number.POSITIVE_INFINITY,
    set: () => {}, // React resets it every second
  });
}
