import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fail, type PorticoError } from '#contract/errors.ts';
import { readForm } from './form.ts';

const shape = z.strictObject({ kind: z.string().regex(/^[a-z]+$/) });
const MOST = 300_000;

const boundary = 'x-boundary';
const type = `multipart/form-data; boundary=${boundary}`;
const part = (name: string | null, value: string, fileName?: string) => {
  const file = fileName === undefined ? '' : `; filename="${fileName}"`;
  return `--${boundary}\r\ncontent-disposition: form-data${name === null ? '' : `; name="${name}"`}${file}\r\n\r\n${value}\r\n`;
};
const kind = part('kind', 'a');
const file = part('file', 'content', 'a.csv');
const end = `--${boundary}--\r\n`;
const times = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at));

type Given = { text: string; headers?: Record<string, string>; cut?: 'off' | 'broken' };
type Take = Parameters<typeof readForm<typeof shape, string>>[3];

/** A request as it arrives, in chunks; a cut one closes before it is complete. */
function requestOf({ text, headers = {}, cut }: Given) {
  const bytes = Buffer.from(text);
  const raw = Readable.from(times(Math.ceil(bytes.length / 4096), (at) => bytes.subarray(at * 4096, (at + 1) * 4096)));
  const request = Object.assign(raw, { headers: { 'content-type': type, ...headers }, complete: !cut });
  if (!cut) return request;
  const error = cut === 'broken' ? new Error('the line is broken') : undefined;
  const open = new Readable({ read: () => {} });
  open.push(bytes);
  setImmediate(() => open.destroy(error));
  return Object.assign(open, { headers: request.headers, complete: false });
}

const taking: Take = async ({ kind: given }, { name, content }) => {
  let text = '';
  for await (const piece of content) text += piece;
  return `${given} ${name} ${text.length > 100 ? text.length : text}`;
};

/** What a form is read as, or the error and field it is refused with. */
async function read(given: Given, take = taking): Promise<unknown> {
  const raw = requestOf(given);
  const answer = await readForm({ raw } as never, shape, MOST, take).catch(({ id, detail }: PorticoError) => [
    id,
    detail.field,
  ]);
  // In any case the rest is read; otherwise the answer would not get through.
  if (!given.cut && !Array.isArray(answer)) await finished(raw, { writable: false });
  return answer;
}

describe('a form is read', () => {
  test.each<[string, Partial<Given>, string]>([
    ['as it is', {}, 'a a.csv content'],
    [
      'whatever the case of its type',
      { headers: { 'content-type': type.replace('multi', 'Multi') } },
      'a a.csv content',
    ],
    ['of a length that is told', { headers: { 'content-length': String(MOST + 65_536) } }, 'a a.csv content'],
    [
      'with a field as long as may be',
      { text: part('kind', 'a'.repeat(999)) + file + end },
      `${'a'.repeat(999)} a.csv content`,
    ],
    ['with a file as large as may be', { text: kind + part('file', 'b'.repeat(MOST), 'a') + end }, `a a ${MOST}`],
    ['with an empty file', { text: kind + part('file', '', 'a') + end }, 'a a '],
    [
      'by a name that shows what it is',
      { text: kind + part('file', 'content', `a\u202e\u200b\u0007${'b'.repeat(300)}`) + end },
      `a a${'b'.repeat(199)} content`,
    ],
  ])('%s', async (_, given, expected) => {
    expect(await read({ text: kind + file + end, ...given })).toBe(expected);
  });
});

describe('a form is refused', () => {
  test.each<[string, Partial<Given>, [string, string | undefined]]>([
    ['that is none', { headers: { 'content-type': 'application/json' } }, ['unsupported_media_type', undefined]],
    [
      'of another kind',
      { headers: { 'content-type': 'application/x-www-form-urlencoded' }, text: 'kind=a' },
      ['unsupported_media_type', undefined],
    ],
    ['of no type', { headers: { 'content-type': '' } }, ['unsupported_media_type', undefined]],
    [
      'without a boundary',
      { headers: { 'content-type': 'multipart/form-data' } },
      ['unsupported_media_type', undefined],
    ],
    [
      'that is too long by its length',
      { headers: { 'content-length': String(MOST + 65_537) } },
      ['body_too_large', undefined],
    ],
    [
      'whose file is too long',
      { text: kind + part('file', 'b'.repeat(MOST + 1), 'a') + end },
      ['body_too_large', undefined],
    ],
    ['without a file', { text: kind + end }, ['invalid_params', 'file']],
    ['of nothing', { text: end }, ['invalid_params', 'file']],
    ['with two files', { text: kind + file + file + end }, ['invalid_params', 'file']],
    ['with a file of another name', { text: kind + part('image', 'content', 'a') + end }, ['invalid_params', 'file']],
    ['without a field', { text: file + end }, ['invalid_params', 'kind']],
    ['with a field that is wrong', { text: part('kind', '1') + file + end }, ['invalid_params', 'kind']],
    ['with a field twice', { text: kind + kind + file + end }, ['invalid_params', 'kind']],
    [
      'with a field that is too long',
      { text: part('kind', 'a'.repeat(1001)) + file + end },
      ['invalid_params', 'kind'],
    ],
    ['with an unknown field', { text: kind + part('role', 'a') + file + end }, ['invalid_params', 'role']],
    [
      'with a field that has an inherited name',
      { text: kind + part('__proto__', 'a') + file + end },
      ['invalid_params', '__proto__'],
    ],
    ['with a field behind its file', { text: kind + file + part('role', 'a') + end }, ['invalid_params', 'role']],
    [
      'with 21 fields',
      { text: times(21, (at) => part(`f${at}`, 'a')).join('') + file + end },
      ['invalid_params', undefined],
    ],
    ['that does not end', { text: kind + file }, ['invalid_request', undefined]],
    ['that is cut off', { text: kind + file, cut: 'off' }, ['invalid_request', undefined]],
    ['whose line breaks', { text: kind + file, cut: 'broken' }, ['invalid_request', undefined]],
  ])('%s', async (_, given, expected) => {
    expect(await read({ text: kind + file + end, ...given })).toEqual(expected);
  });

  test('by whoever takes its file, before the rest has come', async () => {
    const raw = requestOf({ text: kind + part('file', 'b'.repeat(MOST), 'a') + end });
    const refusing = readForm({ raw } as never, shape, MOST, async () => {
      throw fail('conflict', { field: 'kind' });
    });
    await expect(refusing).rejects.toMatchObject({ id: 'conflict', detail: { field: 'kind' } });
    // The rest is still read, or the answer would not get through.
    await finished(raw, { writable: false });
  });

  test('once whoever takes its file has heard of it', async () => {
    let heard: unknown;
    const take: Take = async (_, { content }) => {
      try {
        for await (const _piece of content);
      } catch (error) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        heard = error;
      }
      return 'taken';
    };
    expect(await read({ text: kind + part('file', 'b'.repeat(MOST + 1), 'a') + end }, take)).toEqual([
      'body_too_large',
      undefined,
    ]);
    expect(heard).toMatchObject({ id: 'body_too_large' });
  });
});
