import { codePointLength } from '#contract/rules.ts';
import { isVisibleName } from '#contract/visible-name.ts';
import type { Translate } from '../i18n/keys.ts';

/** What is wrong with a typed name of at most `most` characters, in words. An empty one is told of as required. */
export const nameMistakeOf =
  (most: number) =>
  (t: Translate, name: string): string | undefined => {
    if (codePointLength(name.trim()) > most) return t('common.tooLong', { most });
    return isVisibleName(name) ? undefined : t('common.nameInvisible');
  };
