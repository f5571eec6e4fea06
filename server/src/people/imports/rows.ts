import { z } from 'zod';
import { importOperations, VALUE_SEPARATOR } from '#contract/people/user-imports-fields.ts';
import { eachText } from '#contract/people/user-texts.ts';
import * as shapes from '#contract/people/users-fields.ts';
import { userChanges } from '#contract/people/users.ts';
import * as field from '#contract/fields.ts';
import { matchLanguage } from '#contract/languages.ts';
import { type Permission, rolePermissions } from '#contract/roles.ts';
import { foldId, isLoginUserId, isMailAddress, userIdOf } from '#contract/rules.ts';
import { newUuid } from '../../platform/crypto/uuid.ts';
import type { Reason } from '../../platform/db/schema.ts';
import { withoutHarmless } from '../../platform/exports/harmless.ts';

/** A row of a file as it was understood by itself: `given` as `userState` has a user, `reasons` what is wrong with it. */
export interface ReadRow {
  row: number;
  operation: string;
  userId: string;
  /** The mail address that the user id was made of. */
  madeOf?: string;
  given: Record<string, unknown>;
  reasons: Reason[];
}

/** How the rows of a file are to be read. */
export interface Reading {
  /** The field of each column; null: it is not used. */
  fields: readonly (string | null)[];
  /** The column whose mail addresses the user ids are made of; negative: a column has the ids. */
  idsFrom: number;
  /** Of a directory file: whichever fits. */
  operation: 'ofRow' | 'upsert';
  emptyCells: 'clear' | 'keep';
  /** What whoever uploads the file may do: nobody grants more. */
  permissions: ReadonlySet<Permission>;
}

const BETWEEN = new RegExp(`[${VALUE_SEPARATOR},\\n]`);
const several = (cell: string) =>
  cell
    .split(BETWEEN)
    .map((value) => value.trim())
    .filter(Boolean);

const REMEMBERED = 500;
/** Longer cells say nothing that another row says too, and would fill the memory. */
const LONGEST_REMEMBERED = 1000;
/** Many rows say the same: what a cell says is found out once, as long as it is remembered. */
function once(read: (cell: string) => unknown): (cell: string) => unknown {
  const known = new Map<string, unknown>();
  return (cell) => {
    if (cell.length > LONGEST_REMEMBERED) return read(cell);
    const found = known.get(cell);
    if (found !== undefined || known.has(cell)) return found;
    if (known.size >= REMEMBERED) known.clear();
    // A text of its own: a piece of a larger one would keep all of that in memory.
    const own = JSON.parse(JSON.stringify(cell)) as string;
    const value = read(own);
    known.set(own, value);
    return value;
  };
}

const text = (shape: z.ZodType) => once((cell) => shape.safeParse(cell).data);
const mailAddress = (given: string) => (isMailAddress(given) ? given : undefined);
/** One address by its rule alone, which hardly any two rows share. */
const mailAddresses = (given: readonly string[]) =>
  given.length === 1 ? (given.every(isMailAddress) ? given : undefined) : shapes.mailAddresses.safeParse(given).data;
const sortedIds = (groups: readonly { groupId: string }[] | undefined) =>
  groups?.map(({ groupId }) => foldId(groupId)).sort();

/** The value of a cell, in the form in which users are compared; undefined: it is none. */
const readers: Record<string, (cell: string) => unknown> = {
  familyName: text(field.familyName),
  givenName: text(field.givenName),
  ...eachText((name) => text(shapes.texts[name])),
  status: text(z.enum(shapes.userStatuses)),
  roles: once((cell) => shapes.userRoles.safeParse(several(cell)).data?.sort()),
  loginMailAddress: (cell) => (cell === '' ? null : mailAddress(cell.trim())),
  mailAddresses: (cell) => mailAddresses(several(cell)),
  locale: once((cell) => (cell === '' ? null : matchLanguage(cell))),
  timezone: once((cell) => (cell === '' ? null : field.timezone.safeParse(cell.trim()).data)),
  groups: once((cell) => sortedIds(shapes.userGroups.safeParse(several(cell).map((groupId) => ({ groupId }))).data)),
};
const attribute = text(shapes.extensionAttributes.shape.extensionAttribute1 as z.ZodType);

/** A formula in a file that nobody kept from being one; a sign before digits, or alone, is none, nor one of full width. */
const FORMULA = /^(?:[=@\t\r]|[+-].*[A-Za-z|!])/;

/** Reads the cells of one row. */
export function readCells(row: number, cells: readonly string[], reading: Reading): ReadRow {
  const at = (name: string) => cells[reading.fields.indexOf(name)]?.trim() ?? '';
  const read: ReadRow = { row, operation: reading.operation, userId: '', given: {}, reasons: [] };
  if (cells.length !== reading.fields.length) {
    read.reasons.push({ id: 'ragged_row' });
    return { ...read, operation: '' };
  }
  if (reading.operation === 'ofRow') setOperation(read, at('operation'));
  if (reading.idsFrom < 0) setUserId(read, at('userId'));
  else makeUserId(read, withoutHarmless(cells[reading.idsFrom] ?? '').trim());
  if (read.operation === 'delete') return read;
  for (const [column, name] of reading.fields.entries()) {
    if (name !== null && name !== 'operation' && name !== 'userId') readCell(read, name, cells[column] ?? '', reading);
  }
  return read;
}

function setOperation(read: ReadRow, given: string): void {
  const operation = given.toLowerCase();
  const isKnown = (importOperations as readonly string[]).includes(operation);
  read.operation = isKnown ? operation : '';
  if (!isKnown) read.reasons.push({ id: 'unknown_operation', field: 'operation' });
}

/** Kept as it is, as far as the database can: the administrator looks for it. */
const storable = (given: string) => given.replaceAll('\0', '\uFFFD').slice(0, 128).toWellFormed();

function setUserId(read: ReadRow, given: string): void {
  read.userId = storable(given);
  if (!isLoginUserId(given)) read.reasons.push({ id: 'invalid_params', field: 'userId' });
}

function makeUserId(read: ReadRow, address: string): void {
  const userId = isMailAddress(address) ? userIdOf(address) : undefined;
  read.userId = userId ?? storable(address);
  if (userId === undefined) read.reasons.push({ id: 'user_id_not_made', field: 'userId' });
  else read.madeOf = address;
}

/** What an empty cell leaves as it is in any file. */
export const keptIfEmpty: ReadonlySet<string> = new Set(['roles', 'status']);

function readCell(read: ReadRow, name: string, cell: string, reading: Reading): void {
  const isLeft = reading.emptyCells === 'keep' || read.operation === 'create' || keptIfEmpty.has(name);
  if (cell === '' && isLeft) return;
  if (FORMULA.test(cell)) return void read.reasons.push({ id: 'formula_in_cell', field: name });
  const value = (readers[name] ?? attribute)(withoutHarmless(cell));
  setValue(read, name, value, reading.permissions);
}

function setValue(read: ReadRow, name: string, value: unknown, permissions: ReadonlySet<Permission>): void {
  if (value === undefined) return void read.reasons.push({ id: 'invalid_params', field: name });
  const exceeds = () => [...rolePermissions(value as string[])].some((permission) => !permissions.has(permission));
  if (name === 'roles' && exceeds()) {
    return void read.reasons.push({ id: 'forbidden', field: name });
  }
  read.given[name] = value;
}

// No row says what it expects: that would be taken and not kept to.
const { nextLoginMailAddress: _, expected: _expected, ...changeable } = userChanges.shape;
const element = z.strictObject({
  operation: z.enum(importOperations).optional(),
  userId: field.loginUserId,
  status: z.enum(shapes.userStatuses).optional(),
  ...changeable,
});

/** Reads one element of a JSON array: fields as in `createUser`. `operation`: that of all; null: each says its own. */
export function readElement(
  row: number,
  given: unknown,
  operation: string | null,
  permissions: ReadonlySet<Permission>,
): ReadRow {
  const told = (typeof given === 'object' && given !== null ? given : {}) as Record<string, unknown>;
  const read: ReadRow = { row, operation: operation ?? 'ofRow', userId: '', given: {}, reasons: [] };
  if (operation === null) setOperation(read, typeof told.operation === 'string' ? told.operation : '');
  setUserId(read, typeof told.userId === 'string' ? told.userId : '');
  const parsed = element.safeParse(given);
  if (!parsed.success) addIssues(read, parsed.error.issues);
  else if (operation !== null && told.operation !== undefined)
    read.reasons.push({ id: 'unknown_operation', field: 'operation' });
  else if (read.operation !== 'delete') setGiven(read, parsed.data, permissions);
  return read;
}

function addIssues(read: ReadRow, issues: readonly z.core.$ZodIssue[]): void {
  for (const issue of issues.slice(0, 20)) {
    const name = issue.code === 'unrecognized_keys' ? issue.keys[0] : issue.path.join('.');
    // Said already, each with an id of its own.
    if (name === 'operation' || name === 'userId') continue;
    read.reasons.push({ id: 'invalid_params', ...(name ? { field: storable(name) } : {}) });
  }
}

function setGiven(read: ReadRow, parsed: z.output<typeof element>, permissions: ReadonlySet<Permission>): void {
  const { operation: _operation, userId: _userId, extensionAttributes, roles, groups, ...plain } = parsed;
  const values = { ...plain, ...extensionAttributes, roles: roles?.sort(), groups: sortedIds(groups) };
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) setValue(read, name, value, permissions);
  }
}

const encoder = new TextEncoder();

/** Rows for `stageRows`: JSON as PostgreSQL takes jsonb in binary (version 1), so that it is never a string. */
export function stageable(rows: readonly ReadRow[]): Uint8Array<ArrayBuffer> {
  const read = rows.map((row) => [
    ...[row.row, row.operation, row.userId, newUuid(), row.given, row.reasons],
    ...(row.madeOf === undefined ? [] : [row.madeOf]),
  ]);
  return encoder.encode(`\u0001${JSON.stringify(read)}`);
}
