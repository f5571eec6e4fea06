import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { paths } from '../web/src/base/paths.ts';
import { taro } from './support/people.ts';
import { openSignedIn } from './support/session.ts';
import { signInToTop } from './support/sign-in.ts';
import { setTheStage } from './support/stage.ts';

const stage = setTheStage();

const origin = 'https://cdn.example';
const url = `${origin}/v1.js`;
const text = 'document.documentElement.dataset.custom = "ran";';
const integrity = `sha384-${createHash('sha384').update(text).digest('base64')}`;
const ran = (page: Page) => page.evaluate(() => document.documentElement.dataset.custom ?? null);

/** A visitor for whom the other server answers the script with `body`; `asked` lists its requests. */
async function visit(body: string) {
  const visitor = await stage.visit({ services: [origin] });
  const asked: Record<string, string>[] = [];
  await visitor.context.route(url, (route) => {
    asked.push(route.request().headers());
    const headers = { 'access-control-allow-origin': '*' };
    return route.fulfill({ contentType: 'text/javascript', headers, body });
  });
  return { ...visitor, asked };
}

test('the operator’s script runs only in the portal, and only if its hash matches', async () => {
  await stage.portico.cli('custom-script', 'set', '--url', url, '--integrity', integrity, '--reason', 'chat');
  const right = await visit(text);
  await right.page.goto(paths.login);
  expect([await ran(right.page), right.asked.length]).toEqual([null, 0]);
  await signInToTop(right.page, taro);
  await expect.poll(() => ran(right.page)).toBe('ran');
  expect(right.asked[0]).not.toHaveProperty('cookie');

  // The other server was attacked.
  const wrong = await visit(`${text} steal();`);
  await openSignedIn(wrong.page, taro);
  await expect.poll(() => wrong.complaints.join()).toContain('integrity');
  expect([await ran(wrong.page), wrong.asked.length > 0]).toEqual([null, true]);
  wrong.complaints.splice(0);

  await stage.portico.cli('custom-script', 'remove');
  const without = await visit(text);
  await expect.poll(async () => (await (await fetch(stage.portico.url + paths.top)).text()).includes(url)).toBe(false);
  await signInToTop(without.page, taro);
  expect([await ran(without.page), without.asked.length]).toEqual([null, 0]);
});
