import type { z } from 'zod';
import type { AnswerOf, RouteDefinition } from '#contract/route.ts';
import { apiError, CANCELLED } from './api-error.ts';
import { sendAsUser } from './call.ts';
import { headersOf, refusalOf } from './send.ts';
import { urlOf } from './url.ts';

type Fields<R extends RouteDefinition> = R['form'] extends z.ZodType ? z.input<R['form']> : never;

export type UploadRequest<R extends RouteDefinition> = {
  path: R['path'];
  params: R['params'] extends z.ZodType ? z.input<R['params']> : undefined;
  /** The fields of the form; they go before the file. */
  fields: Fields<R>;
  file: File;
  /** How much has left, from 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
};

/** Sends a form with a file, as the contract says. Unlike `call` it tells how far it is. Throws an `ApiError`. */
export async function upload<R extends RouteDefinition>(request: UploadRequest<R>): Promise<AnswerOf<R>> {
  const form = new FormData();
  for (const [name, value] of Object.entries(request.fields as Record<string, string>)) form.append(name, value);
  form.append('file', request.file);
  const url = urlOf(request.path, request.params as Record<string, unknown>);
  return (await sendAsUser((token) => post(url, form, token, request))) as AnswerOf<R>;
}

type Watch = Pick<UploadRequest<RouteDefinition>, 'onProgress' | 'signal'>;

/** `fetch` cannot tell how much of a body has left. */
function post(url: string, form: FormData, token: string, { onProgress, signal }: Watch): Promise<unknown> {
  const requestId = crypto.randomUUID();
  const request = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    const abort = () => request.abort();
    const end = (finish: () => void) => {
      signal.removeEventListener('abort', abort);
      finish();
    };
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onabort = () => end(() => reject(apiError(CANCELLED, [], requestId)));
    request.onerror = () =>
      end(() => reject(apiError(0, [{ message_id: 'service_unavailable', message: '' }], requestId)));
    request.onload = () => end(() => void read(request, requestId).then(resolve, reject));
    request.open('POST', url);
    for (const [name, value] of Object.entries(headersOf({ token, pattern: 'powerUser' }, requestId)))
      request.setRequestHeader(name, value);
    signal.addEventListener('abort', abort);
    if (signal.aborted) return end(() => reject(apiError(CANCELLED, [], requestId)));
    request.send(form);
  });
}

async function read(request: XMLHttpRequest, requestId: string): Promise<unknown> {
  const headers = { 'x-request-id': request.getResponseHeader('x-request-id') ?? requestId };
  const answer = new Response(request.responseText, { status: request.status, headers });
  if (!answer.ok) throw await refusalOf(answer, requestId);
  return answer.json();
}
