import { MAX_DESCRIPTION_LENGTH, MAX_SEARCH_DEPARTMENT_LENGTH, MAX_SEARCH_LOCATION_LENGTH } from '../limits.ts';

// Without zod, so that pages can read it.

interface About {
  /** In code points; the search allows the same. */
  longest: number;
  /** True for one line, which lists can sort by. Needs `<column>_key` and an index (docs/ARCHITECTURE.md). */
  isLine: boolean;
  /** Hidden in the list until selected. */
  hiddenAtFirst: boolean;
  /** True if directories manage it: then it is read-only here (`fieldsOfSource`). */
  ofDirectory: boolean;
  /** Its name in a search condition. */
  condition: string;
  /** The message with its name. */
  word: string;
  /** Headers that directories write, lower-case, best first. */
  headers: readonly string[];
}

/**
 * The plain texts that describe a user. Shapes, limits, searches, columns of lists and files, log entries and forms are
 * derived from this table, in this order.
 */
export const userTexts = {
  department: {
    longest: MAX_SEARCH_DEPARTMENT_LENGTH,
    isLine: true,
    hiddenAtFirst: false,
    ofDirectory: true,
    condition: 'department',
    word: 'common.department',
    headers: ['department', '部署'],
  },
  location: {
    longest: MAX_SEARCH_LOCATION_LENGTH,
    isLine: true,
    hiddenAtFirst: true,
    ofDirectory: true,
    condition: 'location',
    word: 'common.location',
    headers: ['physicaldeliveryofficename', 'office', 'officelocation', 'building id', 'usagelocation', 'city', 'l'],
  },
  description: {
    longest: MAX_DESCRIPTION_LENGTH,
    isLine: false,
    hiddenAtFirst: true,
    ofDirectory: false,
    condition: 'comment',
    word: 'users.comment',
    headers: ['description', 'jobtitle', 'title', 'employee title'],
  },
} as const satisfies Readonly<Record<string, About>>;

type Texts = typeof userTexts;
export type UserText = keyof Texts;
export type UserLine = { [Text in UserText]: Texts[Text]['isLine'] extends true ? Text : never }[UserText];
export type UserTextCondition = Texts[UserText]['condition'];

export const userTextNames = Object.keys(userTexts) as readonly UserText[];

export const isUserLine = (text: UserText): text is UserLine => userTexts[text].isLine;
export const userLines = userTextNames.filter(isUserLine);

/** A value for each text. */
export const eachText = <Value>(of: (text: UserText) => Value): Record<UserText, Value> =>
  Object.fromEntries(userTextNames.map((text) => [text, of(text)])) as Record<UserText, Value>;

/** A value for each text, by its name in a search condition. */
export const eachTextCondition = <Value>(of: (text: UserText) => Value): Record<UserTextCondition, Value> =>
  Object.fromEntries(userTextNames.map((text) => [userTexts[text].condition, of(text)])) as Record<
    UserTextCondition,
    Value
  >;

/** The texts of a user, among other values. */
export function textsOf<From extends Readonly<Record<UserText, string>>>(from: From): Pick<From, UserText> {
  const texts = {} as Record<UserText, string>;
  for (const text of userTextNames) texts[text] = from[text];
  return texts as Pick<From, UserText>;
}
