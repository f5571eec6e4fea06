/** A tenant's branding in emails. */
export interface MailLook {
  /** `#rrggbb`; anything else means Portico's own color. */
  themeColor: string | null;
  /** An image that the sender attaches by its ID. `plate`: on a light background in dark mode. */
  logo: { imageId: string; width: number; height: number; plate: boolean } | null;
}

/** An image attached to an email. */
export interface MailImage {
  mediaType: string;
  content: Buffer;
}

/** Content ID by which an email's HTML refers to its image (RFC 2392). */
export const contentId = (imageId: string) => `${imageId}@logo`;
