import type { listMyCards } from '#contract/credentials/me-cards.ts';
import type { AnswerOf } from '#contract/route.ts';

export type MyCards = AnswerOf<typeof listMyCards>;

/** The device types that still have room for a card. */
export function typesWithRoom({
  deviceTypes,
  results,
  maxPerDeviceType,
}: Pick<MyCards, 'deviceTypes' | 'results' | 'maxPerDeviceType'>): string[] {
  return deviceTypes.filter(
    (type) => results.filter(({ deviceType }) => deviceType === type).length < maxPerDeviceType,
  );
}
