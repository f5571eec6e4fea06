import type { TextKey } from '../../i18n/keys.ts';

export type ErrorContent = {
  title: TextKey;
  contents: TextKey;
  /** Words that came in the address; shown as somebody else's, never as ours. */
  foreign: { title: string; contents: string };
  generalSite: boolean;
  requestId: string | undefined;
};

type KnownError = { title: TextKey; contents: TextKey };

/** The errors `/error.html` knows by id (spec section 2, section 4 "Redirects", section 6). */
const known: Record<string, KnownError> = {
  unknown_error: { title: 'guest.errorTitle', contents: 'guest.unknownError' },
  access_token_error: { title: 'guest.accessTokenErrorTitle', contents: 'guest.accessTokenError' },
  session_invalid: { title: 'guest.sessionInvalidTitle', contents: 'guest.sessionInvalid' },
  app_unknown: { title: 'apps.errorTitle', contents: 'apps.errorUnknown' },
  app_redirect_uri: { title: 'apps.errorTitle', contents: 'apps.errorRedirectUri' },
  app_request: { title: 'apps.errorTitle', contents: 'apps.errorRequest' },
  not_login_user_role: { title: 'guest.notLoginUserRoleTitle', contents: 'guest.notLoginUserRole' },
};

export const MAX_TITLE = 100;
export const MAX_CONTENTS = 400;

/** Plain, short text: no control characters, no characters that turn the writing direction, no more than `max`. */
export function plainText(value: string | null, max: number): string {
  const plain = (value ?? '').replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim();
  const characters = [...plain];
  return characters.length <= max ? plain : `${characters.slice(0, max - 1).join('')}…`;
}

/**
 * What the error page shows for its query (spec section 2): `error` picks one of our texts; `error-title` and
 * `error-contents` are length-limited plain text beneath it; `link-general-site=show` adds the link.
 */
export function errorContent(query: URLSearchParams): ErrorContent {
  const id = query.get('error') ?? '';
  const text = Object.hasOwn(known, id) ? known[id] : known.unknown_error;
  const requestId = query.get('request-id');
  return {
    ...(text as KnownError),
    foreign: {
      title: plainText(query.get('error-title'), MAX_TITLE),
      contents: plainText(query.get('error-contents'), MAX_CONTENTS),
    },
    generalSite: query.get('link-general-site') === 'show',
    requestId: requestId && /^[A-Za-z0-9-]{8,64}$/.test(requestId) ? requestId : undefined,
  };
}
