import { DEFAULT_PAGE_SIZE } from '#contract/limits.ts';

export const pageSizes = [DEFAULT_PAGE_SIZE, 50, 100] as const;
export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const CURSOR = /^-?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
