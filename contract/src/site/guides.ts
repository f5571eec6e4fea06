/**
 * The guides that ship with Portico (`/help/<guide>`), for the settings that need more than a sentence. The words are in
 * `messages/<lang>/guides/<guide>.md`; a page links to its guide by `LearnMore`.
 */
export const guides = [
  'sign-in-methods',
  'several-organizations',
  'mfa',
  'password-policy',
  'password-expiration',
  'account-lock',
  'sessions',
  'pins',
  'cards',
  'roles',
  'import-users',
  'directory-files',
  'invitations',
  'registration-links',
  'deleted-users',
  'undo',
  'groups',
  'licenses',
  'license-rules',
  'apps-and-consent',
  'custom-fields',
  'emails',
  'look',
  'logs',
  'jobs',
] as const;

export type GuideId = (typeof guides)[number];

/** A piece of a line: words as they are, or words with a meaning. A link leads to a page of the portal or to a guide. */
export type GuidePiece = string | { strong: GuidePiece[] } | { code: string } | { link: string; words: GuidePiece[] };

export type GuideBlock =
  | { heading: GuidePiece[] }
  | { paragraph: GuidePiece[] }
  | { list: GuidePiece[][]; ordered: boolean }
  | { table: { head: GuidePiece[][]; rows: GuidePiece[][][] } };

/** A guide as the build writes it for the page, in one language. */
export interface Guide {
  id: GuideId;
  /** The language of its words: English where a language has none yet. */
  language: string;
  title: string;
  blocks: GuideBlock[];
}

/** What the list of guides and the command palette show of one. */
export type GuideEntry = Pick<Guide, 'id' | 'title'> & {
  /** Its first sentence. */
  lead: string;
  /** Words it is found by besides its title. */
  search: string[];
};
