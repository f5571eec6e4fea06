/** Values of the email domains of a tenant. Without zod, for screens. */

/** Business constant: email domains of a tenant. */
export const MAX_EMAIL_DOMAINS = 100;
/** How long a domain stays verified while its proof is not found. */
export const DOMAIN_GRACE_DAYS = 7;

/**
 * `waiting`: the proof was never found; `proven`: it was found at the last check; `missing`: it was not, and the domain
 * stays verified for `DOMAIN_GRACE_DAYS`.
 */
export const domainStates = ['waiting', 'proven', 'missing'] as const;
export type DomainState = (typeof domainStates)[number];

/** Why a check did not find the proof: nothing is there, something else is, or nobody answered. */
export const domainCauses = ['record_missing', 'record_differs', 'unreachable'] as const;
export type DomainCause = (typeof domainCauses)[number];

/** Name of the TXT record that proves a domain. */
export const proofRecordName = (domain: string): string => `_portico.${domain}`;
/** Address of the file that proves it instead. */
export const proofFileUrl = (domain: string): string => `https://${domain}/.well-known/portico-domain.txt`;
