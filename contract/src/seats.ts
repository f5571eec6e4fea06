import { z } from 'zod';

/** The effect of a change on the seats of a license, before the change is made. */
export const seatForecast = z.strictObject({
  licenseId: z.string(),
  /** In the caller's language. */
  serviceName: z.string(),
  /** 100,000,000 and more: unlimited. */
  volume: z.number().int(),
  /** Seats used now, and seats that the change adds; below 0, it frees some. */
  used: z.number().int(),
  asked: z.number().int(),
  /**
   * Why seats are taken: `rule`, the license is assigned to all users, even over its volume; `named`, the change names
   * it and takes only free seats.
   */
  ground: z.enum(['rule', 'named']),
});
export type SeatForecast = z.output<typeof seatForecast>;

export const seatForecasts = z.strictObject({ results: z.array(seatForecast) });
