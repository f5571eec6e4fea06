// Without zod, so that pages can read it.

export const jobKinds = [
  'userImport',
  'undo',
  'userBulk',
  'mailRun',
  'userExport',
  'deviceExport',
  'logExport',
] as const;
export type JobKind = (typeof jobKinds)[number];

export const jobStatuses = [
  'accepting',
  'checking',
  'previewed',
  'processing',
  'completed',
  'canceled',
  'error',
  'validation_error',
] as const;
