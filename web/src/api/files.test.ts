import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { downloadUserImportResult, uploadUserImport } from '#contract/people/user-imports.ts';
import { keepTokens } from '../session/tokens.ts';
import { isCancelled } from './api-error.ts';
import { download } from './download.ts';
import { upload } from './upload.ts';

const tenantId = 'demo';
const importId = '0199aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee';

beforeEach(() => {
  sessionStorage.clear();
  keepTokens({ access_token: 'a', refresh_token: 'r', expires_in: 600 });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const fetchResult = () =>
  download<typeof downloadUserImportResult>({
    path: '/api/auth/tenants/{tenantId}/userImports/{importId}/result',
    params: { tenantId, importId },
    query: { rows: 'wrong' },
    fallbackName: 'fallback.csv',
  });

/** Answers a fetch; gives what was asked for and the names files were kept under. */
function answering(answer: () => Response) {
  const asked: [string, RequestInit & { headers: Record<string, string> }][] = [];
  const names: string[] = [];
  vi.stubGlobal('fetch', async (...request: (typeof asked)[number]) => {
    asked.push(request);
    return answer();
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download);
  });
  return { asked, names };
}

it.each([
  [`attachment; filename="___.csv"; filename*=UTF-8''${encodeURIComponent('社員.csv')}`, '社員.csv'],
  ['attachment; filename="staff.csv"', 'staff.csv'],
  [undefined, 'fallback.csv'],
])('a file is fetched with the token and kept under the name of %j', async (disposition, name) => {
  const headers = disposition ? { 'content-disposition': disposition } : undefined;
  const { asked, names } = answering(() => new Response('a,b', headers ? { headers } : {}));
  await fetchResult();
  expect(names).toEqual([name]);
  expect(asked[0]?.[0]).toBe(`/api/auth/tenants/demo/userImports/${importId}/result?rows=wrong`);
  expect(asked[0]?.[1].headers).toMatchObject({ Authorization: 'Bearer a', 'X-Access-Control-Pattern': 'powerUser' });
});

it('a file that is refused is not kept', async () => {
  const { names } = answering(() => Response.json([{ message_id: 'conflict', message: '' }], { status: 409 }));
  await expect(fetchResult()).rejects.toMatchObject({ status: 409, entries: [{ message_id: 'conflict' }] });
  expect(names).toEqual([]);
});

/** The network of an upload, which is not ours. */
class Uploading {
  static answer: [status: number, body: unknown] = [200, {}];
  static last: Uploading;
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  headers: Record<string, string> = {};
  status = 0;
  responseText = '';
  url = '';
  form: FormData | undefined;
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  constructor() {
    Uploading.last = this;
  }
  open(_: string, url: string) {
    this.url = url;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  getResponseHeader() {
    return null;
  }
  abort() {
    this.onabort?.();
  }
  send(form: FormData) {
    this.form = form;
    const [status, body] = Uploading.answer;
    if (status === -1) return;
    this.upload.onprogress?.({ loaded: 1, total: 4 });
    if (status === 0) return void this.onerror?.();
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload?.();
  }
}

const send = (onProgress: (share: number) => void = () => undefined, signal = new AbortController().signal) => {
  vi.stubGlobal('XMLHttpRequest', Uploading);
  return upload<typeof uploadUserImport>({
    path: '/api/auth/tenants/{tenantId}/userImports',
    params: { tenantId },
    fields: { kind: 'format', encoding: 'auto' },
    file: new File(['a,b'], 'staff.csv'),
    onProgress,
    signal,
  });
};

it('a form is sent with its fields before the file, and tells how far it is', async () => {
  Uploading.answer = [200, { importId }];
  const shares: number[] = [];
  expect(await send((share) => shares.push(share))).toEqual({ importId });
  expect(shares).toEqual([0.25]);
  const { form, headers, url } = Uploading.last;
  expect([...(form?.keys() ?? [])]).toEqual(['kind', 'encoding', 'file']);
  expect(headers).toMatchObject({ Authorization: 'Bearer a', 'X-Access-Control-Pattern': 'powerUser' });
  expect(headers).not.toHaveProperty('Content-Type');
  expect(url).toBe('/api/auth/tenants/demo/userImports');
});

it('what is wrong with a file is told by the server', async () => {
  Uploading.answer = [400, [{ message_id: 'missing_columns', message: '', field: 'operation' }]];
  await expect(send()).rejects.toMatchObject({
    status: 400,
    entries: [{ message_id: 'missing_columns', field: 'operation' }],
  });
});

it('a connection that breaks is no answer of the server', async () => {
  Uploading.answer = [0, undefined];
  await expect(send()).rejects.toMatchObject({ status: 0, entries: [{ message_id: 'service_unavailable' }] });
});

it('a cancelled upload ends silently', async () => {
  Uploading.answer = [-1, undefined];
  const cancel = new AbortController();
  const sent = send(undefined, cancel.signal).catch((error: unknown) => error);
  await expect.poll(() => Uploading.last.form).toBeDefined();
  cancel.abort();
  expect(isCancelled(await sent)).toBe(true);
});
