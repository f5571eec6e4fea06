import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { type FileAnswer, sendFile } from './file-answer.ts';

async function ask(answer: Partial<FileAnswer> & { bytes: Buffer }, acceptEncoding?: string) {
  const { bytes, ...rest } = answer;
  const app = Fastify();
  app.get('/', (request, reply) =>
    sendFile(request, reply, 'text/csv', { fileName: 'a.csv', content: Readable.from([bytes]), ...rest }),
  );
  const headers = acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding };
  const reply = await app.inject({ method: 'GET', url: '/', headers });
  await app.close();
  return reply;
}

const text = Buffer.from('ä,b\r\n');
const zipped = gzipSync(text);

test.each<[string | undefined, boolean]>([
  [undefined, false],
  ['', false],
  ['br', false],
  ['gzip', true],
  ['*', true],
  ['br, gzip', true],
  ['gzip;q=1, br', true],
  ['gzip;q=0.5', true],
  ['gzip; q=0', false],
  ['gzip;q=0.0', false],
  ['x-gzip', false],
  ['gzipped', false],
])('to a reader that accepts %j, bytes that are gzipped go as they are: %s', async (accepted, asTheyAre) => {
  const { headers, rawPayload } = await ask({ bytes: zipped, gzipped: true }, accepted);
  expect(headers.vary).toBe('accept-encoding');
  expect(headers['content-encoding']).toBe(asTheyAre ? 'gzip' : undefined);
  expect(asTheyAre ? gunzipSync(rawPayload) : rawPayload).toEqual(text);
});

test('other bytes are sent as they are', async () => {
  const { headers, rawPayload } = await ask({ bytes: text }, 'gzip');
  expect([headers.vary, headers['content-encoding'], headers['content-type']]).toEqual([
    undefined,
    undefined,
    'text/csv',
  ]);
  expect(rawPayload).toEqual(text);
});

test('a name may hold anything, and a type of its own', async () => {
  const { headers } = await ask({ bytes: text, fileName: 'Müller"; x="é.csv', type: 'image/png' });
  expect(headers['content-type']).toBe('image/png');
  expect(headers['content-disposition']).toBe(
    `attachment; filename="M_ller__ x___.csv"; filename*=UTF-8''M%C3%BCller%22%3B%20x%3D%22%C3%A9.csv`,
  );
});
