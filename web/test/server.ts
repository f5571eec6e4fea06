import { conflictingFields } from '#contract/same-value.ts';
import { apiError } from '../src/api/api-error.ts';
import './patience.ts';

/** Stands in for `api/call.ts`: `vi.mock('…/api/call.ts', () => import('…/test/server.ts'))`. */
export type Asked = { method: string; path: string; body?: unknown };
type Sent = Asked & { params?: Record<string, string>; query?: Record<string, unknown> };
// biome-ignore lint/suspicious/noExplicitAny: of any call
type Answers = Record<string, (asked: any) => unknown>;

let answers: Answers = {};
/** The calls that change something, in order. */
export const changes: Asked[] = [];

/** What is answered, by method and the end of the path: `PUT /users/{userId}`. */
export function serve(given: Answers): void {
  answers = given;
  changes.length = 0;
}

export async function call({ method, path, body, params, query }: Sent): Promise<unknown> {
  // What a page tells of itself changes nothing.
  if (/\/sal(au)?$/.test(path)) return undefined;
  const asked = { method, path, ...(body === undefined ? {} : { body }) };
  if (method !== 'GET' && !path.includes('/search/')) changes.push(asked);
  const found = Object.keys(answers).find((one) => {
    const [of, end = ''] = one.split(' ');
    return of === method && path.endsWith(end);
  });
  if (!found) throw new Error(`nobody answers ${method} ${path}`);
  return structuredClone(await answers[found]?.({ ...asked, params, query }));
}

type Fields = Readonly<Record<string, unknown>>;

/** Refuses a change as the server does, where a thing is not `expected` to be as it is `now`. */
export function refuseConflict({ expected, ...given }: Fields & { expected: object }, now: Fields): void {
  const fields = conflictingFields({ ...expected }, given, now);
  const entries = fields.map((field) => ({ message_id: 'conflict' as const, message: '', field }));
  if (entries.length > 0) throw apiError(409, entries, 'r');
}

/** An answer that comes when it is let go. */
export function held(): { comes: Promise<void>; letGo: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { comes: promise, letGo: resolve };
}
