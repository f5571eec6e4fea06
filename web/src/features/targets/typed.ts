import {
  isTargetAddress,
  isTargetToken,
  MAX_TARGET_NAME_LENGTH,
  MAX_TARGET_TOKEN_LENGTH,
  type TargetAssignment,
} from '#contract/provisioning/target-values.ts';
import { nameMistakeOf } from '../../base/name-mistake.ts';
import type { Translate } from '../../i18n/keys.ts';

export const nameMistake = nameMistakeOf(MAX_TARGET_NAME_LENGTH);

/** What is wrong with a typed address, in words. */
export const addressMistake = (t: Translate, address: string): string | undefined =>
  isTargetAddress(address.trim()) ? undefined : t('targets.addressWrong');

/** Why the server does not take an address, in words: plain http is only for hosts that the operator allows. */
export const addressRefused = (t: Translate, address: string): string =>
  /^http:/i.test(address.trim()) ? t('targets.addressWrong') : t('webhooks.addressPrivate');

/** What is wrong with a typed token, in words. */
export const tokenMistake = (t: Translate, token: string): string | undefined =>
  isTargetToken(token.trim()) && token.trim().length <= MAX_TARGET_TOKEN_LENGTH ? undefined : t('targets.tokenWrong');

/** Whom a target is for, as chosen. */
export type Chosen = { assignment: TargetAssignment; clientId: string | null; groups: readonly string[] };

export const isAssigned = ({ assignment, clientId, groups }: Chosen): boolean =>
  assignment === 'everyone' || (assignment === 'app' ? clientId !== null : groups.length > 0);

/** Whether two addresses are of one host: then its token is kept. */
export const isSameHost = (one: string, other: string): boolean =>
  URL.parse(one.trim())?.origin === URL.parse(other.trim())?.origin;
