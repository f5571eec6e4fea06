import { MAX_URL_LENGTH } from './limits.ts';

/** All results of decoding a text repeatedly; undefined if an escape is broken. */
function decodings(text: string): string[] | undefined {
  const seen = [text];
  for (let round = 0; round < 3; round += 1) {
    try {
      const next = decodeURIComponent(seen.at(-1) ?? '');
      if (next === seen.at(-1)) return seen;
      seen.push(next);
    } catch {
      // A lone `%` that appears after decoding is data; in the original text it is a broken escape.
      return round === 0 ? undefined : seen;
    }
  }
  return seen;
}

/** No decoding of the path may contain what a browser or proxy reads as another host, a line end or `..`. */
function isHarmlessPath(path: string): boolean {
  const raw = path.split('/').length;
  return (
    decodings(path)?.every(
      (form) =>
        !/[\p{Cc}\p{Z}\\]/u.test(form) &&
        !form.includes('//') &&
        form.split('/').length === raw &&
        !/\/\.\.?(\/|$)/.test(form),
    ) ?? false
  );
}

/** Query and fragment are data: encoded slashes are fine, line ends and NUL are not. */
function isHarmlessData(data: string): boolean {
  return decodings(data)?.every((form) => !/[\r\n\0]/.test(form)) ?? false;
}

/**
 * True if a page may be returned to after sign-in (open redirects: OWASP ASVS 5, 10.4): an absolute path of this
 * origin, or an http(s) URL of this origin or an allowed one. Refuses `//host`, backslashes, control characters, other
 * schemes, user names in the URL, dot segments, and all of these in any encoding.
 */
export function isReturnTarget(
  target: unknown,
  origin: string,
  allowedOrigins: readonly string[] = [],
): target is string {
  if (typeof target !== 'string' || target.length > MAX_URL_LENGTH || !/^[!-[\]-~]+$/.test(target)) return false;
  const parts = /^(https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?)?(\/[^?#]*)?([?#].*)?$/i.exec(target);
  if (parts === null || !URL.canParse(target, origin)) return false;
  const [, host, path = '', data = ''] = parts;
  if (host === undefined && path === '') return false;
  const resolved = new URL(target, origin).origin;
  const mayBe = host === undefined ? [origin] : [origin, ...allowedOrigins];
  const isAllowed = mayBe.some((allowed) => URL.canParse(allowed) && new URL(allowed).origin === resolved);
  return isAllowed && isHarmlessPath(path) && isHarmlessData(data);
}
