import type { KeyPartner, OwnKey } from '#contract/site/own-keys.ts';

export type PartnerState =
  | 'loaded'
  | 'loadedBefore'
  | 'notLoaded'
  | 'encryptsForCurrent'
  | 'encryptsForOld'
  | 'notEncrypting';

type Told = { state: PartnerState; tone: 'good' | 'warning' | 'neutral'; at: string | null };

/**
 * What is known of whether a partner knows the certificates of a key: by the metadata that was loaded at its own address, or by
 * what it encrypted. Null: nothing can be known, as of apps, which share one address.
 */
export function stateOf(
  { metadataReadAt, encryptedFor, encryptedAt }: KeyPartner,
  { use, certifications }: Pick<OwnKey, 'use' | 'certifications'>,
): Told | null {
  if (use === 'answers') return null;
  if (use === 'encryption') {
    if (encryptedFor === null) return { state: 'notEncrypting', tone: 'neutral', at: null };
    const isCurrent = certifications.some((one) => one.active && one.certificationId === encryptedFor);
    return isCurrent
      ? { state: 'encryptsForCurrent', tone: 'good', at: encryptedAt }
      : { state: 'encryptsForOld', tone: 'warning', at: encryptedAt };
  }
  if (metadataReadAt === null) return { state: 'notLoaded', tone: 'warning', at: null };
  const next = certifications.find(({ state }) => state === 'next');
  const hasNext = next !== undefined && Date.parse(metadataReadAt) >= Date.parse(next.startsAt);
  return hasNext
    ? { state: 'loaded', tone: 'good', at: metadataReadAt }
    : { state: 'loadedBefore', tone: 'warning', at: metadataReadAt };
}
