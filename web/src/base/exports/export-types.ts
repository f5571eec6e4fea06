import type { LogExport } from '#contract/authentication/log-exports.ts';
import type { DeviceExport } from '#contract/device-management/device-exports.ts';
import type { UserExport } from '#contract/authentication/user-exports.ts';

type Shared = 'exportStatusId' | 'status' | 'progress' | 'parts' | 'error' | 'createdBy' | 'createdAt' | 'expiresAt';

/** An export, whatever it is of. */
export type ShownExport = Pick<UserExport | LogExport | DeviceExport, Shared>;

export type ExportActs = {
  busy: boolean;
  cancel: (exportStatusId: string) => Promise<void>;
  fetchPart: (exportStatusId: string, part: { index: number; fileName: string }) => Promise<unknown>;
};
