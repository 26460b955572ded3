import { screen, within } from '@testing-library/react';
import { answer } from '@tollgate/api-client/testing';
import { getAbout, getHomePageContent } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { visit } from '../testing/visit.tsx';

// @spec B001 B002
test('a home page without content shows what the product is and its base URL', async () => {
  visit({ url: '/' });
  expect(await screen.findByRole('heading', { name: 'One address for every model' })).toBeTruthy();
  expect(screen.getByText('https://api.example.com/v1')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Copy base URL' })).toBeTruthy();
});

// @spec C080
test("the home page shows the administrators' Markdown", async () => {
  visit({ url: '/' });
  answer(getHomePageContent, '# Welcome\n\nAsk **Ada** for an account.');
  expect(await screen.findByRole('heading', { name: 'Welcome' })).toBeTruthy();
  expect(screen.getByText('Ada').tagName).toBe('STRONG');
});

// @spec B044 B045 C081
test("the about page shows the administrators' text, also to visitors", async () => {
  visit({ url: '/about' });
  answer(getAbout, 'We are a team of *two*.');
  expect((await screen.findByText('two')).tagName).toBe('EM');
});

test('a URL as home page is shown in a frame that cannot navigate the console, with a link', async () => {
  visit({ url: '/' });
  answer(getHomePageContent, ' https://home.example/welcome ');
  const frame = await screen.findByTitle('Home page of Tollgate');
  expect(frame.getAttribute('src')).toBe('https://home.example/welcome');
  expect(frame.getAttribute('sandbox')).not.toContain('allow-top-navigation');
  expect(screen.getByRole('link', { name: /home.example/ }).getAttribute('href')).toBe(
    'https://home.example/welcome',
  );
});

test('a same-origin URL is not framed because its scripts could leave the sandbox', async () => {
  visit({ url: '/' });
  answer(getHomePageContent, `${window.location.origin}/token`);
  await screen.findByRole('banner');
  expect(await within(screen.getByRole('main')).findByText(/\/token/)).toBeTruthy();
  expect(screen.queryByTitle('Home page of Tollgate')).toBeNull();
});

test('HTML as home page is shown in a frame without an origin', async () => {
  visit({ url: '/' });
  answer(getHomePageContent, '<h1>Welcome</h1><script>parent.ran = 1</script>');
  const frame = await screen.findByTitle('Home page of Tollgate');
  expect(frame.getAttribute('sandbox')).not.toContain('allow-same-origin');
  expect(screen.getByRole('heading', { level: 1, name: 'Home page of Tollgate' })).toBeTruthy();
});

test('a home page that cannot be loaded is replaced by the default one', async () => {
  visit({ url: '/' });
  answer(getHomePageContent, { code: 'not_allowed' });
  expect(await screen.findByRole('heading', { name: 'One address for every model' })).toBeTruthy();
});
