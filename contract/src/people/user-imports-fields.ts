import { EXTENSION_ATTRIBUTES } from '../limits.ts';
import { eachText, userTextNames, userTexts } from './user-texts.ts';

// Without zod, so that pages can read it.

export const userImportKinds = ['format', 'directory', 'json', 'undo'] as const;
export type UserImportKind = (typeof userImportKinds)[number];

export const importOperations = ['create', 'update', 'delete'] as const;
export type ImportOperation = (typeof importOperations)[number];

/** Fields of a user in a file, other than the user ID, in the order of the template. */
export const importFields: readonly string[] = [
  'familyName',
  'givenName',
  'status',
  'roles',
  'loginMailAddress',
  'mailAddresses',
  ...userTextNames,
  'locale',
  'timezone',
  'groups',
  ...EXTENSION_ATTRIBUTES,
];

/** Columns of a format file: the first two are required, others only if they are to change. */
export const formatColumns: readonly string[] = ['operation', 'userId', ...importFields];
/** Columns of a result file: a corrected result file can be imported again as it is. */
export const resultColumns: readonly string[] = ['importRow', 'importResult', 'importReason'];

/**
 * Additional fields for an address column of a directory file: the user ID is made from the part before the @, and the
 * address is either not stored or the sign-in address as well (docs/decisions/0047).
 */
export const idFromAddress = 'userIdFromMailAddress';
export const addressAndId = 'loginMailAddressAndUserId';

/**
 * Fields that a column of a directory file can become. Status is not one: accounts are activated in the portal, not by
 * such a file.
 */
export const directoryFields: readonly string[] = [
  'userId',
  idFromAddress,
  addressAndId,
  ...importFields.filter((field) => field !== 'status'),
];

/** User fields that a column with this field fills: no two columns may fill the same. */
export function toldBy(directoryField: string): string[] {
  if (directoryField === addressAndId) return ['loginMailAddress', 'userId'];
  return [directoryField === idFromAddress ? 'userId' : directoryField];
}

/** The field a column becomes, if any. A column without a name becomes none, since there may be several. */
export const becomesOf = (mapping: Readonly<Record<string, string>>, column: string): string | undefined =>
  column !== '' && Object.hasOwn(mapping, column) ? mapping[column] : undefined;

/** True if a column with this field supplies user IDs made from addresses. */
export const makesUserIds = (directoryField: string | undefined): boolean =>
  directoryField === idFromAddress || directoryField === addressAndId;

/** Separates values in a cell that holds several: roles, email addresses, groups. */
export const VALUE_SEPARATOR = ';';

/**
 * Headers that directories write, lower-case, by field. If a file has several for a field, the first in this order is
 * suggested.
 */
export const knownHeaders: Readonly<Record<string, readonly string[]>> = {
  userId: ['samaccountname', 'mailnickname', 'userid', 'user id', 'employeeid', 'employee id', 'ユーザーid'],
  familyName: ['sn', 'surname', 'last name [required]', 'last name', '姓'],
  givenName: ['givenname', 'first name [required]', 'first name', 'given name', '名'],
  loginMailAddress: ['mail', 'email address [required]', 'email address', 'userprincipalname', 'メール'],
  mailAddresses: ['othermails', 'othermailbox', 'recovery email', 'alternateemailaddress', 'work secondary email'],
  ...eachText((text) => userTexts[text].headers),
  locale: ['preferredlanguage'],
  ...Object.fromEntries(EXTENSION_ATTRIBUTES.map((name) => [name, [name.toLowerCase()]])),
};

/** Address headers to make user IDs from, best first: an account name changes less often than its mailbox. */
const addressHeaders = ['userprincipalname', ...(knownHeaders.loginMailAddress ?? [])];

/**
 * Suggests a field for each column of a directory file by its header, one column per field. `patchy`: columns that are
 * empty in some rows. They cannot be user IDs; without another, IDs are made from addresses.
 */
export function suggestMapping(columns: readonly string[], patchy: readonly string[] = []): Record<string, string> {
  const byHeader = new Map(columns.map((column) => [column.trim().toLowerCase(), column]));
  const named = (headers: readonly string[]) => headers.flatMap((header) => byHeader.get(header) ?? []);
  const { userId = [], ...others } = knownHeaders;
  const mapping: Record<string, string> = {};
  for (const [field, headers] of Object.entries(others)) {
    const [column] = named(headers);
    if (column !== undefined && !(column in mapping)) mapping[column] = field;
  }
  const ids = named(userId);
  const [address] = named(addressHeaders);
  const id = ids.find((column) => !patchy.includes(column)) ?? (address === undefined ? ids[0] : undefined);
  if (id !== undefined) mapping[id] = 'userId';
  else if (address !== undefined) {
    mapping[address] = mapping[address] === 'loginMailAddress' ? addressAndId : idFromAddress;
  }
  return mapping;
}

/** Result of a row; `wrong` rows have reasons. */
export const importRowKinds = ['create', 'update', 'delete', 'unchanged', 'wrong'] as const;
export type ImportRowKind = (typeof importRowKinds)[number];

/**
 * `accepting`: uploaded, waiting for its mapping. `checking`: rows are read and compared with the tenant. `previewed`:
 * waiting for confirmation. `processing`: being applied. `completed`, `canceled` (completed batches stay),
 * `validation_error` (the file as a whole is unusable, `error` says why), `error`.
 */
export const userImportStatuses = [
  'accepting',
  'checking',
  'previewed',
  'processing',
  'completed',
  'canceled',
  'validation_error',
  'error',
] as const;
export type UserImportStatus = (typeof userImportStatuses)[number];

/** Progress of an import from 0 to 1: by bytes while it is read, by rows while it is applied; null: unknown. */
export function importShare(
  status: UserImportStatus,
  { total, done, bytes, fileBytes }: { total: number | null; done: number; bytes: number; fileBytes: number },
): number | null {
  if (total) return Math.min(1, done / total);
  return status === 'checking' && fileBytes > 0 ? Math.min(1, bytes / fileBytes) : null;
}

export const importEncodings = ['auto', 'utf-8', 'shift_jis'] as const;
export type ImportEncoding = (typeof importEncodings)[number];

/** Meaning of an empty cell for an existing user: clear the value or keep it. */
export const emptyCells = ['clear', 'keep'] as const;
export type EmptyCells = (typeof emptyCells)[number];
