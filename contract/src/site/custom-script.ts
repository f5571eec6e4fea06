import { z } from 'zod';

/**
 * An address that a content security policy can name exactly (CSP3 section 2.3): https, in plain form, a file, without
 * query and fragment, which policies ignore.
 */
const ADDRESS = /^https:\/\/[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?\/([A-Za-z0-9._~-]+\/)*[A-Za-z0-9._~-]+$/;
/** Subresource Integrity (W3C), one hash. */
const INTEGRITY = /^(sha256-[A-Za-z0-9+/]{43}=|sha384-[A-Za-z0-9+/]{64}|sha512-[A-Za-z0-9+/]{86}==)$/;

/** An external script of the portal: the browser runs it only if it has this hash. */
export const customScript = z.strictObject({
  url: z
    .string()
    .max(500)
    .regex(ADDRESS)
    .refine((url) => URL.canParse(url) && new URL(url).href === url),
  integrity: z.string().regex(INTEGRITY),
});
export type CustomScript = z.output<typeof customScript>;
