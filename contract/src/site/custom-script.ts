import { z } from 'zod';

/**
 * An address that a content security policy can name exactly (CSP3 section 2.3): https, written plainly, a file, with
 * neither query nor fragment, for a policy compares none.
 */
const ADDRESS = /^https:\/\/[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?\/([A-Za-z0-9._~-]+\/)*[A-Za-z0-9._~-]+$/;
/** Subresource Integrity (W3C), one hash. */
const INTEGRITY = /^(sha256-[A-Za-z0-9+/]{43}=|sha384-[A-Za-z0-9+/]{64}|sha512-[A-Za-z0-9+/]{86}==)$/;

/** A script that the provider has the portal load: only the very text whose hash this is runs. */
export const customScript = z.strictObject({
  url: z
    .string()
    .max(500)
    .regex(ADDRESS)
    .refine((url) => URL.canParse(url) && new URL(url).href === url),
  integrity: z.string().regex(INTEGRITY),
});
export type CustomScript = z.output<typeof customScript>;
