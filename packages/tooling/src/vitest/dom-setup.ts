import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

Object.preventExtensions(Object.prototype);

afterEach(() => {
  cleanup(); // otherwise a closing animation fires into the next test
  localStorage.clear();
  sessionStorage.clear();
});
