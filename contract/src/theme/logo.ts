export const logoTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'] as const;
export type LogoType = (typeof logoTypes)[number];

export const MAX_LOGO_BYTES = 512 * 1024;
/** Longest side in pixels, enough for a logo on dense screens. */
export const MAX_LOGO_SIDE = 2048;

/** Limits of a logo's image in emails. */
export const MAX_MAIL_IMAGE_BYTES = 40 * 1024;
export const MAX_MAIL_IMAGE_WIDTH = 480;
export const MAX_MAIL_IMAGE_HEIGHT = 160;

/** Size in whole pixels of an image that must fit in a box, enlarged at most `most` times. */
export function fitted(
  { width, height }: { width: number; height: number },
  box: { width: number; height: number },
  most = 1,
): { width: number; height: number } {
  const scale = Math.min(box.width / width, box.height / height, most);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
