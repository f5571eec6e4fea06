import type { Logo } from '#contract/tenant/custom-theme.ts';
import { fitted, MAX_MAIL_IMAGE_BYTES, MAX_MAIL_IMAGE_HEIGHT, MAX_MAIL_IMAGE_WIDTH } from '#contract/theme/logo.ts';

/** Twice the height a logo has in mails, for dense screens; smaller where that would weigh too much. */
const HEIGHTS = [80, 60, 40, 24].map((height) => Math.min(height, MAX_MAIL_IMAGE_HEIGHT));

/** A logo as a PNG that every mail program can show; undefined where none is small enough. */
export async function drawForMails({ url, width, height }: Logo): Promise<File | undefined> {
  const image = new Image();
  image.src = url;
  await image.decode();
  for (const most of HEIGHTS) {
    const box = { width: MAX_MAIL_IMAGE_WIDTH, height: most };
    const blob = await draw(image, fitted({ width, height }, box, Number.POSITIVE_INFINITY));
    if (blob && blob.size <= MAX_MAIL_IMAGE_BYTES) return new File([blob], 'logo.png', { type: 'image/png' });
  }
  return undefined;
}

function draw(image: HTMLImageElement, size: { width: number; height: number }): Promise<Blob | null> {
  const canvas = Object.assign(document.createElement('canvas'), size);
  const context = canvas.getContext('2d');
  if (context) context.imageSmoothingQuality = 'high';
  context?.drawImage(image, 0, 0, size.width, size.height);
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
}
