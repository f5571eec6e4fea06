import { ScimRefusal } from './refusal.ts';

/** Versions of resources, as weak ETags. */
export interface Versioned {
  version: string;
  changed_at: Date;
}

export const etagOf = ({ version, changed_at }: Versioned): string =>
  `W/"${version}-${changed_at.getTime().toString(36)}"`;

const weak = (tag: string) => tag.trim().replace(/^W\//, '');

/** 412 if it is none of the versions that were asked for. */
export function refuseOtherVersion(row: Versioned, ifMatch: string | undefined): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const own = weak(etagOf(row));
  if (!ifMatch.split(',').some((tag) => weak(tag) === own))
    throw new ScimRefusal(412, 'The resource was changed meanwhile.');
}
