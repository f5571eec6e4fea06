import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '#contract/limits.ts';

/** How many rows an address asks for, where it is one of the sizes to choose from and not the usual one. */
export const pageSizeOf = (value: unknown): (typeof PAGE_SIZES)[number] | undefined =>
  PAGE_SIZES.find((size) => size === Number(value) && size !== DEFAULT_PAGE_SIZE);
