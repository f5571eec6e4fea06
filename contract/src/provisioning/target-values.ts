/** Values of the apps to which users are provided by SCIM. Without zod, for screens. */

/** Whom a target is for: everyone, the users of an OAuth app, or the members of groups, at any depth. */
export const targetAssignments = ['everyone', 'app', 'groups'] as const;
export type TargetAssignment = (typeof targetAssignments)[number];

/** What becomes there of a user whom a target is no longer for. */
export const targetRemovals = ['deactivate', 'delete', 'leave'] as const;
export type TargetRemoval = (typeof targetRemovals)[number];

/**
 * How a user of a target is. `held`: would leave, which waits for a decision; `match`: the app has an account of the same
 * user name, which is not known to be theirs; `dead`: given up.
 */
export const provisionedStates = ['waiting', 'held', 'inStep', 'match', 'dead'] as const;
export type ProvisionedState = (typeof provisionedStates)[number];

/**
 * What an administrator decides about users of a target: push again, take over the account there, let them leave, or push
 * again what the app has otherwise.
 */
export const targetDecisions = ['retry', 'adopt', 'allow', 'repair'] as const;
export type TargetDecision = (typeof targetDecisions)[number];

/** The state of users that a decision is about. */
export const decidedStates = {
  retry: 'dead',
  adopt: 'match',
  allow: 'held',
  repair: 'inStep',
} as const satisfies Record<TargetDecision, ProvisionedState>;

/**
 * What a comparison finds. `leave`: would be deactivated or deleted there; `unknown`: an account of nobody here; `match`: of the
 * same user name, which would be nobody's before an administrator says whose it is.
 */
export const differenceKinds = ['create', 'change', 'leave', 'match', 'noUserName', 'unknown'] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

export const comparisonStates = ['never', 'running', 'done', 'failed'] as const;

export const targetStops = ['administrator', 'failing'] as const;

/**
 * Reasons without an answer; `status`: refused; `answer`: an answer that is no SCIM; `unfiltered`: the app ignored the filter
 * of a look-up; `noUserName`: the user has none of what the user name is made of.
 */
export const targetFailures = [
  'addressNotAllowed',
  'nameNotFound',
  'tls',
  'timeout',
  'connection',
  'status',
  'answer',
  'unfiltered',
  'noUserName',
] as const;
export type TargetFailure = (typeof targetFailures)[number];

/** Attributes that users are given there, in the order of the form; `userName` is always given. */
export const targetAttributes = [
  'userName',
  'displayName',
  'name.givenName',
  'name.familyName',
  'emails',
  'preferredLanguage',
  'timezone',
  'department',
] as const;
export type TargetAttribute = (typeof targetAttributes)[number];

/** What attributes can be made of. */
export const targetFields = [
  'userId',
  'mailAddress',
  'fullName',
  'givenName',
  'familyName',
  'language',
  'timezone',
  'department',
  'location',
] as const;
export type TargetField = (typeof targetFields)[number];
/** What attributes are made of; one that is missing is not given. */
export type TargetMapping = Partial<Record<TargetAttribute, TargetField>>;

/** What each attribute may be made of; the first is usual. */
export const fieldsOfAttribute: Readonly<Record<TargetAttribute, readonly TargetField[]>> = {
  userName: ['userId', 'mailAddress'],
  displayName: ['fullName', 'userId', 'mailAddress'],
  'name.givenName': ['givenName'],
  'name.familyName': ['familyName'],
  emails: ['mailAddress'],
  preferredLanguage: ['language'],
  timezone: ['timezone'],
  department: ['department', 'location'],
};

/** A mapping in the order of the attributes. */
export const inOrder = (mapping: TargetMapping): TargetMapping =>
  Object.fromEntries(
    targetAttributes.flatMap((attribute) => (mapping[attribute] ? [[attribute, mapping[attribute]]] : [])),
  );

export const usualMapping: TargetMapping = Object.fromEntries(
  targetAttributes.map((attribute) => [attribute, fieldsOfAttribute[attribute][0]]),
);

/** Whether each attribute is made of something it may be made of, and the user name of something. */
export const isTargetMapping = (mapping: TargetMapping): boolean =>
  mapping.userName !== undefined &&
  targetAttributes.every((attribute) => {
    const field = mapping[attribute];
    return field === undefined || fieldsOfAttribute[attribute].includes(field);
  });

/**
 * Whether users can be provided to an address: the base of SCIM, without credentials, query and fragment. Plain http is for
 * hosts that the operator allows; the server decides that.
 */
export function isTargetAddress(address: string): boolean {
  const url = address.length <= MAX_TARGET_ADDRESS_LENGTH && /^[\x21-\x7e]+$/.test(address) ? URL.parse(address) : null;
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password && !/[?#]/.test(address);
}

/** A bearer token as RFC 6750 writes it, or what apps give instead: visible ASCII. */
export const isTargetToken = (token: string): boolean => /^[\x21-\x7e]+$/.test(token);

export const MAX_TARGETS = 20;
export const MAX_TARGET_NAME_LENGTH = 64;
export const MAX_TARGET_ADDRESS_LENGTH = 500;
export const MAX_TARGET_TOKEN_LENGTH = 4096;
export const MAX_TARGET_GROUPS = 50;
/** Users of one page, and of one decision that names them. */
export const MAX_TARGET_PAGE = 100;
/** So many may leave within a day whatever percentage they are. */
export const LEAVING_TARGET_ALWAYS = 5;
export const USUAL_LEAVING_PERCENT = 20;
/** Of each kind of difference so many are listed. */
export const MAX_DIFFERENCES = 1000;
/** Characters of what an app answered. */
export const MAX_TARGET_ANSWER = 300;
