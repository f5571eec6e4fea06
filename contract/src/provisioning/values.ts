/** Values of provisioning sources and management tokens. Without zod, for screens. */

/** Products that provide users by SCIM; `custom` is any other. */
export const sourceKinds = ['aad', 'okta', 'custom'] as const;
export type SourceKind = (typeof sourceKinds)[number];

/**
 * What becomes of a user whom the source deletes: `keep` leaves the account to the tenant, `deactivate` keeps it
 * deactivated until the source provides the user again, `delete` moves it to the deleted users.
 */
export const deleteBehaviors = ['keep', 'deactivate', 'delete'] as const;
export type DeleteBehavior = (typeof deleteBehaviors)[number];

/**
 * Which users of the organization a source takes over when it provides them: none, those who sign in with the same address
 * of a domain that the organization has proven, or those with the same user ID.
 */
export const adoptions = ['never', 'address', 'userId'] as const;
export type Adoption = (typeof adoptions)[number];

/**
 * Whom a rule lets a source take over (`possible`), and what keeps it from others: administrators, users who are not the
 * organization's own, deactivated and excluded ones, and those without a confirmed address in a proven domain.
 */
export const adoptionKinds = ['possible', 'administrator', 'elsewhere', 'inactive', 'excluded', 'address'] as const;
export type AdoptionKind = (typeof adoptionKinds)[number];

/** Whom a source never touches: so many users, groups and patterns. More users are in a group. */
export const MAX_EXCLUDED_USERS = 200;
export const MAX_EXCLUDED_GROUPS = 20;
export const MAX_EXCLUDED_PATTERNS = 20;
export const MAX_EXCLUDED_PATTERN_LENGTH = 100;
/** Users of a preview. */
export const MAX_PREVIEWED = 200;
/** More would make a comparison slow. */
export const MAX_STARS = 3;

/** A pattern of user IDs and addresses, in which `*` is any text: not everybody. */
export const isExclusionPattern = (value: string): boolean =>
  value.length <= MAX_EXCLUDED_PATTERN_LENGTH &&
  /^[^\s\p{Cc}]+$/u.test(value) &&
  /[^*]/.test(value) &&
  value.split('*').length - 1 <= MAX_STARS;

/** What becomes of a user of a source whose leaving waits for a decision. */
export const departureKinds = ['deactivate', 'delete'] as const;
export type DepartureKind = (typeof departureKinds)[number];

/** So many may leave within a day whatever percentage they are: of a few users, one is many. */
export const LEAVING_ALWAYS = 5;
export const MAX_LEAVING_LIMIT = 1_000_000;
/** What a source did is kept for 90 days. */
export const MAX_RUN_HOURS = 90 * 24;
/** Decisions of one call. */
export const MAX_DECISIONS = 1000;

export const tokenStates = ['active', 'expired', 'revoked'] as const;

/** Business constants. */
export const MAX_SOURCES = 50;
export const MAX_TOKENS_OF_SOURCE = 20;
export const MAX_LOG_TOKENS = 20;
/** Two years. */
export const MAX_TOKEN_DAYS = 730;
export const MAX_DISPLAY_NAME_LENGTH = 64;

/** Where SCIM clients call. */
export const SCIM_PATH = '/api/auth/scim/v2';
