import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { FastifyInstance } from 'fastify';
import type { Page } from 'playwright-core';

/** The small build of axe: half a megabyte. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PATH = '/journeys/axe.js';

/** Where it is served at present. */
const served = new Set<string>();

/**
 * Serves axe as the portal serves its own scripts, so that the browser keeps it, compiled. Returns what ends that.
 */
export function serveAxe(server: FastifyInstance, origin: string): () => void {
  server.get(PATH, (_, reply) =>
    reply.type('text/javascript').header('cache-control', 'public, max-age=31536000, immutable').send(source),
  );
  served.add(origin);
  return () => served.delete(origin);
}

/** Loads axe into a page that does not have it, and leaves no trace of it in the document. */
export async function loadAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in globalThis)) return;
  // A portal in a process of its own does not serve it. The debugger may run what the page's policy does not allow.
  if (!URL.canParse(page.url()) || !served.has(new URL(page.url()).origin)) return page.evaluate(source);
  await page.evaluate(async (address) => {
    const script = Object.assign(document.createElement('script'), { src: address });
    const isLoaded = new Promise((done, failed) => Object.assign(script, { onload: done, onerror: failed }));
    document.head.append(script);
    await isLoaded;
    script.remove();
  }, PATH);
}
