export function findChromium(): string | undefined;
export function hasHeadless(): boolean;
