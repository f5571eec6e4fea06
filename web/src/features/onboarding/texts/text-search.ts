import { type CustomMailType, customMailTypes } from '#contract/portal/mail-texts.ts';

/** Which mail's text is open; absent: that of the registration mail. */
export function readTextSearch(search: Record<string, unknown>): { type?: CustomMailType } {
  const type = customMailTypes.find((one) => one === search.type && one !== 'registration');
  return type ? { type } : {};
}
