import {
  backchannelUriMistake,
  httpsUriMistake,
  MAX_CLIENT_URIS,
  redirectUriMistake,
  type UriMistake,
} from '#contract/apps/client-addresses.ts';
import { linesOf } from '../../base/apps/app-input.ts';
import type { Translate } from '../../i18n/keys.ts';

type Finder = (uri: string) => UriMistake | null;

const told = (t: Translate, uri: string, find: Finder): string | undefined => {
  const mistake = find(uri);
  return mistake ? t(`oauthApps.uri_${mistake}`, { uri }) : undefined;
};

/** What is wrong with the first wrong one of several addresses, in words. */
export function redirectsMistake(t: Translate, text: string, applicationType: 'web' | 'native'): string | undefined {
  const lines = linesOf(text);
  const wrong = lines.map((uri) => told(t, uri, (one) => redirectUriMistake(one, applicationType)));
  const tooMany = lines.length > MAX_CLIENT_URIS ? t('oauthApps.uriTooMany', { most: MAX_CLIENT_URIS }) : undefined;
  return wrong.find((mistake) => mistake !== undefined) ?? tooMany;
}

export const homepageMistake = (t: Translate, uri: string) => told(t, uri.trim(), httpsUriMistake);
export const backchannelMistake = (t: Translate, uri: string) => told(t, uri.trim(), backchannelUriMistake);
