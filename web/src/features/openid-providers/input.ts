import { isIssuer, isOpId, MAX_CLIENT_ID_LENGTH, MAX_DIRECTORIES } from '#contract/federation/openid-values.ts';
import type { Translate } from '../../i18n/keys.ts';

export const idMistake = (t: Translate, id: string) => (isOpId(id) ? undefined : t('openid.idWrong'));
export const issuerMistake = (t: Translate, issuer: string) =>
  isIssuer(issuer.trim()) ? undefined : t('openid.issuerWrong');
export const clientIdMistake = (t: Translate, id: string) =>
  id.trim().length > MAX_CLIENT_ID_LENGTH ? t('openid.clientIdTooLong', { most: MAX_CLIENT_ID_LENGTH }) : undefined;

/** Directories, one a line. */
export const directoriesOf = (text: string): string[] => text.split(/[\s,]+/).filter((one) => one !== '');

const DIRECTORY = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

export function directoriesMistake(t: Translate, text: string): string | undefined {
  const all = directoriesOf(text);
  const wrong = all.find((one) => !DIRECTORY.test(one));
  if (wrong !== undefined) return t('openid.directoryWrong', { directory: wrong });
  return all.length > MAX_DIRECTORIES ? t('openid.directoriesTooMany', { most: MAX_DIRECTORIES }) : undefined;
}
