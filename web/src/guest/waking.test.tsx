import { act } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { App } from './App.tsx';
import { loadPage } from './load-page.ts';
import { guestPages, prerender } from './prerender.tsx';

it.each(guestPages.map(({ name }) => name))(
  '%s: nothing can be pressed or chosen before the page is awake',
  async (name) => {
    document.body.innerHTML = (await prerender(name, 'en', {})).html;
    const things = [...document.querySelectorAll<HTMLButtonElement | HTMLSelectElement>('button.g-button, select')];
    expect(things.filter(({ disabled }) => !disabled)).toEqual([]);
  },
);

it('a page that is awake lets its button be pressed', async () => {
  const page = await loadPage('register');
  if (!page) throw new Error('no such page');
  const root = document.body.appendChild(document.createElement('div'));
  root.innerHTML = (await prerender('register', 'en', {})).html;
  history.replaceState(null, '', '?exchangeCode=code');
  const button = root.querySelector('button');
  expect(button?.disabled).toBe(true);
  await act(async () =>
    hydrateRoot(root, <App page={page} language="en" product="__PRODUCT__" texts={{}} data={{}} />),
  );
  expect(root.querySelector('button')).toBe(button);
  expect(button?.disabled).toBe(false);
});
