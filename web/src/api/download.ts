import type { z } from 'zod';
import type { RouteDefinition, SentQueryOf } from '#contract/route.ts';
import { sendAsUser } from './call.ts';
import { send, type SentFile } from './send.ts';
import { urlOf, type QueryValue } from './url.ts';

export type DownloadRequest<R extends RouteDefinition> = {
  path: R['path'];
  params: R['params'] extends z.ZodType ? z.input<R['params']> : undefined;
  query?: SentQueryOf<R>;
  /** The name where the server gives none. */
  fallbackName: string;
};

/** Fetches a file, as the contract says, and has the browser keep it. Throws an `ApiError`. */
export async function download<R extends RouteDefinition>(request: DownloadRequest<R>): Promise<void> {
  const query = request.query as Record<string, QueryValue> | undefined;
  const url = urlOf(request.path, request.params as Record<string, unknown>, query);
  const sent = await sendAsUser((token) => send({ method: 'GET', url, token, pattern: 'powerUser', file: true }));
  const { blob, name } = sent as SentFile;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name ?? request.fallbackName;
  link.click();
  // The browser reads the address when it begins to write the file, a moment after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
