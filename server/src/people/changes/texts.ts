import { type RawBuilder, sql } from 'kysely';
import { type UserText, userTextNames } from '#contract/people/user-texts.ts';
import type { Users } from '../../platform/db/schema.ts';

/** The columns of the texts of a user (`contract/…/user-texts.ts`), named as the texts are. */

type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : '';

/** Does not compile for a text without a column. */
type Column = Snake<UserText> & keyof Users;

export const columnOf = (text: UserText) =>
  text.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as Snake<UserText> satisfies Column;

/** `column, column, …` */
export const textColumns = sql.join(userTextNames.map((text) => sql.ref(columnOf(text))));

/** `<alias>.column as "text", …` */
export const textsOfRow = (alias: string) =>
  sql.join(userTextNames.map((text) => sql`${sql.ref(`${alias}.${columnOf(text)}`)} as ${sql.id(text)}`));

/** `'text', <value>, …`, for `jsonb_build_object`. */
export const textPairs = (value: (column: string) => RawBuilder<unknown>) =>
  sql.join(userTextNames.map((text) => sql`${sql.lit(text)}, ${value(columnOf(text))}`));
