import { administratorRole } from '#contract/roles.ts';
import { newUuid } from '../../platform/crypto/uuid.ts';
import * as names from './names.ts';

/** The columns of a staged row, in the order `stageLine` writes them. */
export const stageColumns =
  'uuid uuid, user_id text, family_name text, given_name text, status text, roles text[], department text, ' +
  'location text, locale text, mail text, other_mail text, group_uuids uuid[]';

/** A number that looks random but is always the same for the same user and question. */
function draw(n: number, question: number, choices: number): number {
  let mixed = Math.imul(n ^ Math.imul(question + 1, 0x9e3779b1), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) % choices;
}

const pick = <T>(n: number, question: number, list: readonly T[]): T => list[draw(n, question, list.length)] as T;

/** Of a hundred: three registering, two inactive, one locked. */
function statusOf(n: number): string {
  const place = draw(n, 5, 100);
  if (place < 3) return 'registering';
  if (place < 5) return 'inactive';
  return place === 5 ? 'locked' : 'active';
}

/** Every so many users are in the first group: of a million, 200,000. */
const LARGE = 5;

/** The id of the n-th made-up user. */
export const seededUserId = (n: number) => `u${String(n).padStart(7, '0')}`;

/** The n-th made-up user as a line of COPY text: six in ten have kanji names, one in five a second address. */
export function stageLine(n: number, domain: string, groupUuids: readonly string[]): string {
  const isJapanese = draw(n, 0, 10) < 6;
  const [family, familyLatin] = pick(n, 1, isJapanese ? names.japaneseFamilies : names.westernFamilies);
  const [given, givenLatin] = pick(n, 2, isJapanese ? names.japaneseGivens : names.westernGivens);
  const first = pick(n, 6, groupUuids);
  const second = draw(n, 7, 3) === 0 ? pick(n, 8, groupUuids) : first;
  // A group that very many are in.
  const large = n % LARGE === 0 ? (groupUuids[0] ?? first) : first;
  return [
    newUuid(),
    seededUserId(n),
    family,
    given,
    statusOf(n),
    `{${n % 1000 === 0 ? administratorRole : 'User'}}`,
    pick(n, 3, names.departments),
    pick(n, 4, names.locations),
    isJapanese ? 'ja' : 'en',
    `${givenLatin}.${familyLatin}.${n}@${domain}`,
    draw(n, 9, 5) === 0 ? `${familyLatin}${n}@mail.${domain}` : '\\N',
    `{${[...new Set([first, second, large])].join(',')}}`,
  ].join('\t');
}
