import { MAX_DISPLAY_NAME_LENGTH } from '#contract/provisioning/values.ts';
import { nameMistakeOf } from '../../base/name-mistake.ts';
import type { Translate } from '../../i18n/keys.ts';

/** What is wrong with the typed name of a source or a token, in words. */
export const nameMistake = nameMistakeOf(MAX_DISPLAY_NAME_LENGTH);

export const isName = (t: Translate, name: string): boolean => name.trim() !== '' && !nameMistake(t, name);
