import type { ErrorId } from '#contract/errors.ts';
import type { Translate } from '../../i18n/keys.ts';

/** Why an act could not be done to one of many. Of a user who is gone the general words would speak of an address. */
export function failureReason(t: Translate, id: ErrorId): string {
  return id === 'not_found' ? t('users.bulk.gone') : t(`errors.${id}`);
}
