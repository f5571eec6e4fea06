import { EXTENSION_ATTRIBUTES } from '../limits.ts';

// Without zod, so that pages can read it.

export const userImportKinds = ['format', 'directory', 'json'] as const;
export type UserImportKind = (typeof userImportKinds)[number];

export const importOperations = ['create', 'update', 'delete'] as const;
export type ImportOperation = (typeof importOperations)[number];

/** What can be told of a user in a file besides the user id, in the order of the template. */
export const importFields: readonly string[] = [
  'familyName',
  'givenName',
  'status',
  'roles',
  'loginMailAddress',
  'mailAddresses',
  'department',
  'location',
  'description',
  'locale',
  'timezone',
  'groups',
  ...EXTENSION_ATTRIBUTES,
];

/** The columns of a format file: the first two must be there, of the others those that are to change. */
export const formatColumns: readonly string[] = ['operation', 'userId', ...importFields];
/** Columns of a result file: a file that was put right from one can be imported again as it is. */
export const resultColumns: readonly string[] = ['importRow', 'importResult', 'importReason'];

/**
 * What a column of mail addresses of a directory file can become besides: the user id is made of the part before the @,
 * and the address is nothing else, or is the login mail address too (docs/decisions/0047).
 */
export const idFromAddress = 'userIdFromMailAddress';
export const addressAndId = 'loginMailAddressAndUserId';

/** What a column of a directory file can become. Accounts are switched on and off in the portal, not by such a file. */
export const directoryFields: readonly string[] = [
  'userId',
  idFromAddress,
  addressAndId,
  ...importFields.filter((field) => field !== 'status'),
];

/** What of a user a column tells that becomes this: no two columns may tell the same. */
export function toldBy(directoryField: string): string[] {
  if (directoryField === addressAndId) return ['loginMailAddress', 'userId'];
  return [directoryField === idFromAddress ? 'userId' : directoryField];
}

/** What a column becomes, if anything: one without a name never does, since others may have none either. */
export const becomesOf = (mapping: Readonly<Record<string, string>>, column: string): string | undefined =>
  column !== '' && Object.hasOwn(mapping, column) ? mapping[column] : undefined;

/** Whether user ids are made of the mail addresses of a column that becomes this. */
export const makesUserIds = (directoryField: string | undefined): boolean =>
  directoryField === idFromAddress || directoryField === addressAndId;

/** Between the values of a cell that holds several: roles, mail addresses, groups. */
export const VALUE_SEPARATOR = ';';

/**
 * The headers that directories write, lower-cased, and the field each stands for. Several may stand for one field: the
 * first in this order that the file has is suggested.
 */
export const knownHeaders: Readonly<Record<string, readonly string[]>> = {
  userId: ['samaccountname', 'mailnickname', 'userid', 'user id', 'employeeid', 'employee id', 'ユーザーid'],
  familyName: ['sn', 'surname', 'last name [required]', 'last name', '姓'],
  givenName: ['givenname', 'first name [required]', 'first name', 'given name', '名'],
  loginMailAddress: ['mail', 'email address [required]', 'email address', 'userprincipalname', 'メール'],
  mailAddresses: ['othermails', 'othermailbox', 'recovery email', 'alternateemailaddress', 'work secondary email'],
  department: ['department', '部署'],
  location: ['physicaldeliveryofficename', 'office', 'officelocation', 'building id', 'usagelocation', 'city', 'l'],
  description: ['description', 'jobtitle', 'title', 'employee title'],
  locale: ['preferredlanguage'],
  ...Object.fromEntries(EXTENSION_ATTRIBUTES.map((name) => [name, [name.toLowerCase()]])),
};

/** Whose part before the @ makes a user id, best first: the name of an account changes less often than its mailbox. */
const addressHeaders = ['userprincipalname', ...(knownHeaders.loginMailAddress ?? [])];

/**
 * Each column of a directory file with the field it becomes, as far as the header tells: one column a field. `patchy`:
 * the columns that not every row has a value in. They are no ids of users; without such, mail addresses make them.
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

/** What becomes of a row; `wrong` ones say why. */
export const importRowKinds = ['create', 'update', 'delete', 'unchanged', 'wrong'] as const;
export type ImportRowKind = (typeof importRowKinds)[number];

/**
 * `accepting`: the file is there and waits for its mapping. `checking`: its rows are read and compared with the tenant.
 * `previewed`: waits to be confirmed. `processing`: is carried out. `completed`, `canceled` (what was done stays done),
 * `validation_error` (the file as a whole cannot be used, `error` says why), `error`.
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

export const importEncodings = ['auto', 'utf-8', 'shift_jis'] as const;
export type ImportEncoding = (typeof importEncodings)[number];

/** What an empty cell means for a user who is there: the value is taken away, or it stays. */
export const emptyCells = ['clear', 'keep'] as const;
export type EmptyCells = (typeof emptyCells)[number];
