import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '#contract/limits.ts';

/** Reads one thing of an address; undefined where it makes no sense, as if it were not there. */
type Reader<T> = (value: unknown) => T | undefined;

/** The parser of addresses makes numbers and truths of texts that look like them. */
export const text =
  (most: number): Reader<string> =>
  (value) =>
    ['string', 'number', 'boolean'].includes(typeof value)
      ? String(value).trim().slice(0, most) || undefined
      : undefined;

export const oneOf =
  <const T extends string>(choices: readonly T[]): Reader<T> =>
  (value) =>
    choices.find((choice) => choice === value);

/** Several of the choices, joined by commas. */
export const someOf =
  (choices: readonly string[]): Reader<string> =>
  (value) => {
    const named = String(value ?? '').split(',');
    return choices.filter((choice) => named.includes(choice)).join(',') || undefined;
  };

export const whole =
  (least: number, most: number): Reader<number> =>
  (value) => {
    const number = Number(value);
    return Number.isInteger(number) && number >= least && number <= most ? number : undefined;
  };

export const matching =
  (pattern: RegExp): Reader<string> =>
  (value) =>
    pattern.test(String(value ?? '')) ? String(value) : undefined;

export const uuid = matching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i);
/** Which way, and from which row on. */
export const uuidCursor = matching(/^-?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
export const cursor = matching(/^[A-Za-z0-9._-]{1,1024}$/);
export const descending = oneOf(['descending']);

/** How many rows are asked for, where it is one of the sizes to choose from and not the usual one. */
export const pageSize: Reader<number> = (value) =>
  PAGE_SIZES.find((size) => size === Number(value) && size !== DEFAULT_PAGE_SIZE);

/** The number of the first row, which a cursor does not tell. */
const row = whole(2, 1_000_000_000);

/** A place in a list whose pages have numbers. */
export const byPage = { count: pageSize, page: whole(2, 1_000_000) };
/** A place in a list that is paged by cursors. */
export const byCursor = { count: pageSize, cursor, row };

/** A place in a list that is paged by cursors, and by numbers where one goes to its end. */
export const byPageOrCursor = { ...byPage, cursor, row };
/** A page by its number, or on from a cursor. */
export const onePlace = <Search extends ListPlace>(search: Search) =>
  search.page === undefined ? search : { ...search, cursor: undefined, row: undefined };

type Readers = Record<string, Reader<unknown>>;
/** What an address holds; absent is the default, so that the plain address stays plain. */
export type SearchOf<Fields extends Readers> = { [Field in keyof Fields]?: NonNullable<ReturnType<Fields[Field]>> };
/** As a change, a field may be given as undefined: it falls back to its default. */
export type ChangeOf<Search> = { [Field in keyof Search]?: Search[Field] | undefined };

/** The place and the order of a list. */
export type ListPlace = {
  page?: number | undefined;
  cursor?: string | undefined;
  /** With a cursor: the number of its first row. */
  row?: number | undefined;
  count?: number | undefined;
  sort?: string | undefined;
  order?: 'ascending' | 'descending' | undefined;
};

/** Only what is set. */
export const given = <T extends object>(search: ChangeOf<T>): T =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as T;

/**
 * What the address of a list holds: its fields, each with its reader.
 * @param tidy takes away what makes no sense beside the rest
 */
export function listAddress<Fields extends Readers>(
  fields: Fields,
  tidy: (search: SearchOf<Fields>) => ChangeOf<SearchOf<Fields>> = (search) => search,
) {
  type Search = SearchOf<Fields>;
  const read = (search: Record<string, unknown>): Search => {
    const found = Object.entries(fields).map(([field, reader]) => [field, reader(search[field])]);
    return given<Search>(tidy(Object.fromEntries(found)));
  };
  return {
    /** Reads an address; nonsense in it is read as if it were not there. */
    read,
    /** The search after something but the place changed: from the first page on. */
    changed: (search: Search, change: ChangeOf<Search> | ListPlace): Search =>
      read({ ...search, page: undefined, cursor: undefined, row: undefined, ...change }),
  };
}
