import {
  isIssuer,
  isOpId,
  isScope,
  MAX_CLIENT_ID_LENGTH,
  MAX_CONNECTION_DOMAINS,
  MAX_DIRECTORIES,
  MAX_RECORD_APP,
} from '#contract/federation/openid-values.ts';
import { isCybozuSubdomain, isDomain } from '#contract/rules.ts';
import type { Translate } from '../../i18n/keys.ts';

export const idMistake = (t: Translate, id: string) => (isOpId(id) ? undefined : t('openid.idWrong'));
export const issuerMistake = (t: Translate, issuer: string) =>
  isIssuer(issuer.trim()) ? undefined : t('openid.issuerWrong');
export const clientIdMistake = (t: Translate, id: string) =>
  id.trim().length > MAX_CLIENT_ID_LENGTH ? t('openid.clientIdTooLong', { most: MAX_CLIENT_ID_LENGTH }) : undefined;

export const subdomainMistake = (t: Translate, name: string) =>
  isCybozuSubdomain(name.trim()) ? undefined : t('openid.subdomainWrong');

/** The number of a kintone app; null for what is none. */
export function recordAppOf(text: string): number | null {
  const app = /^[1-9]\d*$/.test(text.trim()) ? Number(text) : 0;
  return app >= 1 && app <= MAX_RECORD_APP ? app : null;
}
export const recordAppMistake = (t: Translate, text: string) =>
  recordAppOf(text) === null ? t('openid.recordAppWrong') : undefined;

export const scopesOf = (text: string): string[] => text.split(/\s+/).filter((one) => one !== '');
export function scopesMistake(t: Translate, text: string): string | undefined {
  const wrong = scopesOf(text).find((one) => !isScope(one));
  return wrong === undefined ? undefined : t('openid.scopesWrong', { scope: wrong });
}

/** Directories or domains, one a line. */
export const linesOf = (text: string): string[] => text.split(/[\s,]+/).filter((one) => one !== '');

const DIRECTORY = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

export function directoriesMistake(t: Translate, text: string): string | undefined {
  const all = linesOf(text);
  const wrong = all.find((one) => !DIRECTORY.test(one));
  if (wrong !== undefined) return t('openid.directoryWrong', { directory: wrong });
  return all.length > MAX_DIRECTORIES ? t('openid.directoriesTooMany', { most: MAX_DIRECTORIES }) : undefined;
}

export function domainsMistake(t: Translate, text: string): string | undefined {
  const all = linesOf(text);
  const wrong = all.find((one) => !isDomain(one));
  if (wrong !== undefined) return t('openid.domainWrong', { domain: wrong });
  return all.length > MAX_CONNECTION_DOMAINS ? t('openid.domainsTooMany', { most: MAX_CONNECTION_DOMAINS }) : undefined;
}
