/** Stands in for `api/call.ts`: `vi.mock('…/api/call.ts', () => import('…/test/server.ts'))`. */
export type Asked = { method: string; path: string; body?: unknown };
type Answers = Record<string, (asked: Asked) => unknown>;

let answers: Answers = {};
/** The calls that change something, in order. */
export const changes: Asked[] = [];

/** What is answered, by method and the end of the path: `PUT /users/{userId}`. */
export function serve(given: Answers): void {
  answers = given;
  changes.length = 0;
}

export async function call({ method, path, body }: Asked): Promise<unknown> {
  const asked = { method, path, ...(body === undefined ? {} : { body }) };
  if (method !== 'GET' && !path.includes('/search/')) changes.push(asked);
  const found = Object.keys(answers).find((one) => {
    const [of, end = ''] = one.split(' ');
    return of === method && path.endsWith(end);
  });
  if (!found) throw new Error(`nobody answers ${method} ${path}`);
  return structuredClone(await answers[found]?.(asked));
}

/** An answer that comes when it is let go. */
export function held(): { comes: Promise<void>; letGo: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { comes: promise, letGo: resolve };
}
