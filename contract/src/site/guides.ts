/**
 * The guides that ship with Portico (`/help/<guide>`), for settings that need more than a sentence. Their texts are in
 * `messages/<lang>/guides/<guide>.md`; pages link to them with `LearnMore`.
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
  'connect-an-app',
  'connect-a-saml-app',
  'sign-in-with-saml',
  'sign-in-with-cybozu',
  'email-domains',
  'provider-mapping',
  'ending-a-connection',
  'custom-fields',
  'emails',
  'look',
  'logs',
  'jobs',
] as const;

export type GuideId = (typeof guides)[number];

/** A piece of a line: plain or marked words. A link leads to a page of the portal or to a guide. */
export type GuidePiece = string | { strong: GuidePiece[] } | { code: string } | { link: string; words: GuidePiece[] };

export type GuideBlock =
  | { heading: GuidePiece[] }
  | { paragraph: GuidePiece[] }
  | { list: GuidePiece[][]; ordered: boolean }
  | { table: { head: GuidePiece[][]; rows: GuidePiece[][][] } };

/** A guide in one language, as the build writes it for the page. */
export interface Guide {
  id: GuideId;
  /** The language of its text: English if its own language has none yet. */
  language: string;
  title: string;
  blocks: GuideBlock[];
}

/** A guide as shown in the list of guides and the command palette. */
export type GuideEntry = Pick<Guide, 'id' | 'title'> & {
  /** Its first sentence. */
  lead: string;
  /** Words that find it, besides its title. */
  search: string[];
};
