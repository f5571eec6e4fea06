import type { License } from '#contract/licences/fields.ts';
import type { LicenseRule, PermissionChange } from '#contract/licences/permitted.ts';

export type VolumeType = License['volumeType'];
export type { License, LicenseRule, PermissionChange };

/** What a cell says: `allowed` is false where the licence is not for the role or type of the row. */
export type CellState = { permitted: boolean; allowed: boolean };

/** A row of the table: a user or a device. */
export type Item = {
  id: string;
  /** Empty where there is none. */
  name: string;
  /** Small beside the id. */
  note: string;
  roles: readonly string[];
  deviceType: string | null;
  cells: Readonly<Record<string, CellState>>;
};

/** `rules`: what holds of each licence shown before single permissions. */
export type ItemPage = { items: readonly Item[]; total: number; isEstimate: boolean; rules: readonly LicenseRule[] };

/** How an item is called in a sentence. */
export const nameOf = ({ name, id }: Item) => name || id;

/** Somebody whose cell is changed; the name is kept, for the row may be out of sight when it is listed. */
export type Chosen = { id: string; name: string; cell: CellState };

const none: CellState = { permitted: false, allowed: false };

/** A row and its cell of one licence. */
export const chosenOf = (item: Item, licenseId: string): Chosen => ({
  id: item.id,
  name: nameOf(item),
  cell: item.cells[licenseId] ?? none,
});
