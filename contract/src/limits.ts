/** Numbers of spec section 9, decisions.md and standards.md that are used in more than one place. */

// Texts
/** Upper bound for a tenant's user limit; no limit means any number. */
export const MAX_USER_LIMIT = 100_000_000;
export const MAX_NAME_LENGTH = 128;
export const MAX_USER_ID_LENGTH = 128;
export const MAX_GROUP_ID_LENGTH = 128;
export const MAX_MAIL_ADDRESS_LENGTH = 128;
export const MAX_MAIL_LOCAL_PART_LENGTH = 64;
export const MAX_HOST_NAME_LENGTH = 253;
export const MAX_HOST_LABEL_LENGTH = 63;
export const MAX_DESCRIPTION_LENGTH = 256;
export const MIN_TENANT_ID_LENGTH = 3;
export const MAX_TENANT_ID_LENGTH = 32;
export const MAX_DEVICE_AUTHENTICATION_ID_LENGTH = 128;
export const MAX_URL_LENGTH = 2048;
export const MAX_MAIL_ADDRESSES = 10;

// Search
/** Totals of searches are exact up to here; above they are estimates and say so. */
export const EXACT_TOTAL = 10_000;
export const MAX_GROUP_KEYWORD_LENGTH = 128;
export const MAX_KEYWORD_LENGTH = 256;
export const MAX_SEARCH_USER_IDS = 1000;
export const MAX_SEARCH_USER_ID_LENGTH = 128;
export const MAX_SEARCH_MAIL_ADDRESS_LENGTH = 128;
export const MAX_SEARCH_NAME_LENGTH = 128;
export const MAX_SEARCH_DEPARTMENT_LENGTH = 256;
export const MAX_SEARCH_LOCATION_LENGTH = 256;
export const MAX_SEARCH_DEVICE_ID_LENGTH = 128;
export const MAX_SEARCH_COMMENT_LENGTH = 256;

// Passwords (spec section 4 and 5, standards.md 8)
export const MIN_METER_PASSWORD_LENGTH = 8;
/** Passwords of at least this many characters are always accepted: no policy minimum may exceed it. */
export const ALWAYS_ACCEPTED_PASSWORD_LENGTH = 64;
/** In code points after NFC. */
export const MAX_PASSWORD_LENGTH = 1024;
/** Validity of a generated password until its user chooses another. */
export const ONE_TIME_PASSWORD_DAYS = 3;
export const MAX_PASSWORD_HISTORY = 24;
export const MIN_PASSWORD_EXPIRY_DAYS = 1;
export const MAX_PASSWORD_EXPIRY_DAYS = 999;
export const MIN_LOCK_FAILURES = 1;
export const MAX_LOCK_FAILURES = 99;
/** Failures before a stop, however the lock policy is set (standards.md 5). */
export const MAX_FAILURES_BEFORE_STOP = 100;

// PIN and cards
export const MIN_PIN_LENGTH = 4;
export const MAX_PIN_LENGTH = 64;
export const MAX_CARDS_PER_PRODUCT = 10;
export const EXTENSION_ATTRIBUTE_COUNT = 15;
export const MAX_EXTENSION_ATTRIBUTE_LENGTH = 256;
export const MAX_ITEM_NAME_LENGTH = 64;
/** `extensionAttribute1` … `extensionAttribute15`. */
export const EXTENSION_ATTRIBUTES: readonly string[] = Array.from(
  { length: EXTENSION_ATTRIBUTE_COUNT },
  (_, at) => `extensionAttribute${at + 1}`,
);

// MFA
export const TOTP_DIGITS = 6;
export const TOTP_PERIOD_SECONDS = 30;
export const TOTP_ALGORITHM = 'SHA1';
export const TOTP_WINDOW = 1;
export const CONFIRM_CODE_LENGTH = 6;
export const MAX_WRONG_OTPS = 10;
export const RECOVERY_CODE_COUNT = 10;
export const QR_CODE_WIDTH = 150;

// Lives, in seconds (decisions.md, standards.md 8 and 10)
export const AUTHORIZATION_CODE_SECONDS = 60;
export const TICKET_SECONDS = 60;
export const TEMPORARY_CODE_SECONDS = 15 * 60;
export const PASSWORD_RESET_SECONDS = 60 * 60;
export const MAIL_CONFIRMATION_SECONDS = 24 * 60 * 60;
export const SAML_ASSERTION_SECONDS = 300;
export const REVOCATION_SEEN_SECONDS = 1;
/** Devices (docs/decisions/0036): validity of the first secret. */
export const ENROLMENT_DAYS = 90;
export const DEVICE_TOKEN_SECONDS = 10 * 60;
/** Duration of a user's session at a device. */
export const PERSON_AT_DEVICE_SECONDS = 30 * 60;
/** Pause before a device that lost an answer may repeat the same secret. */
export const DEVICE_RETRY_SECONDS = 5;
/** Random bytes of a code in a mailed link: 256 bits. */
export const EXCHANGE_CODE_BYTES = 32;

// Groups and tags (docs/decisions/0021)
export const MAX_TAGS_PER_GROUP = 20;
/** Equal to the largest page, so that one page has them all. */
export const MAX_TAGS_PER_TENANT = 500;
/** Maximum number of users that a call can add or remove. */
export const MAX_GROUP_USERS_A_CALL = 1000;
/** Most devices, likewise. */
export const MAX_GROUP_DEVICES_A_CALL = 1000;
/** Maximum depth of nested groups. */
export const MAX_GROUP_LEVELS = 30;
/** Maximum number of groups that a call can add or remove, and of parents it can name. */
export const MAX_CHILD_GROUPS_A_CALL = 100;

// Lists
export const DEFAULT_PAGE_SIZE = 20;
/** Page sizes offered on screens. */
export const PAGE_SIZES = [DEFAULT_PAGE_SIZE, 50, 100] as const;
export const MAX_PAGE_SIZE = 500;
export const ACCOUNTS_COUNT = 500;
export const LICENSE_FETCH_COUNT = 500;
export const LICENSES_PER_PAGE = 5;
export const PERMISSION_PAGE_SIZE = 100;
export const BULK_FILTER_LIMIT = 1000;
export const ADD_USERS_PAGE_SIZE = 50;
export const ADD_USERS_MAX_SELECTED = 100;
export const GROUP_DIALOG_PAGE_SIZE = 100;
export const EXPORT_PART_ROWS = 100_000;
/** Maximum number of running exports per tenant; one more is `exceeded_exports`. */
export const MAX_RUNNING_EXPORTS = 3;
/** Exports kept per tenant; older ones are deleted. */
export const MAX_KEPT_EXPORTS = 20;
/** How long an export can be downloaded. */
export const EXPORT_KEPT_DAYS = 3;
/** Largest file to import. JSON has a smaller limit because it is read as a whole. */
export const MAX_IMPORT_BYTES = 200 * 1024 * 1024;
export const MAX_IMPORT_JSON_BYTES = 8 * 1024 * 1024;
export const MAX_IMPORT_ROWS = 1_000_000;
/** Sample values per column, and their maximum length. */
export const SAMPLES_A_COLUMN = 3;
export const MAX_SAMPLE_LENGTH = 40;
/** How long an unconfirmed import is kept, and an applied one. */
export const IMPORT_WAITS_DAYS = 2;
export const IMPORT_KEPT_DAYS = 30;
/** Unconfirmed undos that one administrator can have; older ones are discarded. */
export const MAX_OPEN_UNDOS = 10;
/** How long a bulk action stays in the history. */
export const BULK_KEPT_DAYS = 30;
/** How long deleted users can be restored. */
export const DELETED_USERS_KEPT_DAYS = 30;
/** Volumes from here on are "unlimited", shown as the infinity image. */
export const UNLIMITED_VOLUME = 100_000_000;
export const HIDDEN_NAVIGATION_LISTS = 2;
export const HIDDEN_NAVIGATION_IDS_PER_LIST = 10;
/** Tiles a user can hide on the top page. Hiding a guide does not hide its tile, so tiles have a list of their own. */
export const MAX_HIDDEN_SERVICES = 200;

// Periods
export const PERIOD_HOURS_24 = 24;
export const PERIOD_DAYS_7 = 7;
export const PERIOD_DAYS_35 = 35;
export const MAX_PERIOD_DAYS = 35;

// Screens
export const DESKTOP_MIN_WIDTH = 960;
export const NAVIGATION_GUARD_MS = 1000;
export const ALERT_SCROLL_MS = 300;
export const ALERT_SCROLL_OFFSET = 5;
export const FILE_READ_CACHE_MS = 300;
export const SETTING_GUIDE_MIN_DOTS = 2;
export const SETTING_GUIDE_MAX_DOTS = 7;
export const ADD_USERS_MODAL_WIDTH = 1181;
export const ADD_USERS_TABLE_HEIGHT = 463;
export const GROUP_DIALOG_ROW_HEIGHT = 50;
export const GROUP_DIALOG_TABLE_HEIGHT = 226;
export const PERMISSION_ROW_HEIGHT = 48;
export const PERMISSION_TABLE_HEIGHT = 500;

// Branding
export const MAX_HEADER_TITLE_LENGTH = 40;

// SAML identity provider
/** Maximum number of SAML service providers per tenant; one more is `exceeded_sps`. */
export const MAX_SAML_SPS = 500;
/** Maximum number of certificates per service provider; one more is `exceeded_certifications`. */
export const MAX_SAML_SP_CERTIFICATIONS = 5;

/** An operator's reason for an action on credentials. */
export const MAX_OPERATOR_REASON_LENGTH = 500;
