import { z } from 'zod';

/** What a change that is not made yet does to the seats of a license. */
export const seatForecast = z.strictObject({
  licenseId: z.string(),
  /** In the caller's language. */
  serviceName: z.string(),
  /** 100,000,000 and more: unlimited. */
  volume: z.number().int(),
  /** Seats used now, and seats that the change asks for besides; below 0, it frees some. */
  used: z.number().int(),
  asked: z.number().int(),
  /**
   * Why seats are taken: `rule`, the license is assigned to all users and takes them beyond its volume; `named`, the
   * change names it and gives the free seats only.
   */
  ground: z.enum(['rule', 'named']),
});
export type SeatForecast = z.output<typeof seatForecast>;

export const seatForecasts = z.strictObject({ results: z.array(seatForecast) });
