/** A tenant's look as its mails wear it. */
export interface MailLook {
  /** `#rrggbb`; anything else gives Portico's own. */
  themeColor: string | null;
  /** A picture that the sender adds by its id; `plate`: on a light ground where the mail is dark. */
  logo: { imageId: string; width: number; height: number; plate: boolean } | null;
}

/** A picture that goes with a mail. */
export interface MailImage {
  mediaType: string;
  content: Buffer;
}

/** How the HTML of a mail names a picture that comes with it (RFC 2392). */
export const contentId = (imageId: string) => `${imageId}@logo`;
