/**
 * Catalogue of errors (spec section 8): ID → HTTP status. Texts are in `messages/<lang>/errors.json`. IDs are part of
 * the API and never change their meaning.
 */
export const errorCatalogue = {
  // Requests
  invalid_request: 400,
  invalid_params: 400,
  unauthorized: 401,
  invalid_token: 401,
  insufficient_scope: 403,
  forbidden: 403,
  reauthentication_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  conflict: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  unknown_error: 500,
  service_busy: 503,
  service_unavailable: 503,
  service_processing: 409,

  // Account and sign-in
  mismatch: 401,
  account_locked: 423,
  /** In the log only; callers get `mismatch`. */
  sign_in_stopped: 423,
  /** In the system log only: an app could not be informed of the end of a session. */
  logout_not_delivered: 502,
  account_inactive: 403,
  inactive_user: 403,
  locked_user: 423,
  revoked_or_expired: 410,
  account_not_exist: 404,
  no_user_exists: 404,
  tenant_not_exist: 404,
  login_expired: 401,
  wrong_user_code: 400,
  user_code_expired: 400,
  not_login_user_role: 403,
  access_token_error: 401,

  // Duplicates and parameters
  duplicated: 409,
  duplicated_same_tenant: 409,
  duplicated_another_tenant: 409,
  duplicated_params_userId: 409,
  duplicated_params_loginMailAddress: 409,
  duplicated_params_tenantId: 409,
  duplicated_params_clientId: 409,
  duplicated_params_groupId: 409,
  duplicated_params_name: 409,
  duplicated_params_deviceId: 409,
  duplicated_params_serialId: 409,
  duplicated_params_userCode: 409,
  duplicated_params_onpremiseAccounts: 409,
  duplicated_params_entityId: 409,
  duplicated_params_audience: 409,
  duplicated_params_opId: 409,
  invalid_params_userIds: 400,
  invalid_params_groupIds: 400,
  invalid_params_deviceIds: 400,
  invalid_params_user_code: 400,
  invalid_params_password: 400,
  'invalid_params_groups.groupId': 400,
  invalid_params_enabledDomains: 400,
  address_not_allowed: 400,
  cycle_detected: 409,
  exceeded_tags: 409,
  exceeded_group_levels: 409,

  // Licenses
  license_not_exist: 404,
  license_expired: 409,
  exceeded_permitted_users: 409,
  role_not_allowed: 409,
  device_type_not_allowed: 409,

  // Password
  wrong_currentPassword: 400,
  invalid_params_newPassword: 400,
  minLength: 400,
  minUppercase: 400,
  minNumeric: 400,
  minSpecial: 400,
  history: 400,
  common_password: 400,
  password_policy_violated: 400,
  password_expired: 403,
  no_password_assigned: 409,

  // SAML and OIDC
  tenantId_or_samlId_not_exists: 404,
  saml_not_exist: 404,
  certification_unregistered: 409,
  certifications_unavailable: 409,
  other_idp_account_federated: 409,
  sp_setting_incorrect: 400,
  domain_not_exists: 404,
  op_account_absent_mail: 403,
  op_account_invalid_mail: 403,
  rp_setting_invalid: 400,
  rp_account_not_federated: 403,
  cannot_update_enabledDomains: 409,
  rp_duplicated_domain: 409,
  op_access_denied: 403,
  exceeded_sps: 409,
  exceeded_certifications: 409,
  cannot_delete_active_certification: 409,
  certification_expired: 409,
  domain_unavailable: 409,

  // MFA
  exceeded_totps: 409,
  already_activated_secret_key: 409,
  wrong_otp: 400,
  totp_not_exist: 404,
  mfa_not_authenticated: 403,
  mfa_not_available: 409,

  // Periods (the message id of spec section 8)
  'error.common.incorrectEndDatetime': 400,

  // Limits
  over_user_limit: 409,
  exceeded_exports: 409,
  exceeded_user_limit: 409,
  exceeded_registration_urls: 409,
  exceeded_app_requests: 409,
  exceeded_apps: 409,
  exceeded_assignments: 409,
  exceeded_administrators: 400,
  limit_below_registered: 409,
  exceeded_users: 409,
  exceeded_mail_addresses: 409,
  exceeded_cards: 409,
  no_export_logs: 404,
  group_deleted_meanwhile: 404,
  last_administrator: 409,
  /** Of the caller, in an operation on many users. */
  own_account: 409,
  last_login_method: 409,
  no_mail_address: 409,

  // Policies
  policy_changed: 409,
  contradicting_policy: 400,

  // Files that are imported, and their rows
  file_empty: 400,
  file_not_csv: 400,
  file_not_json: 400,
  file_wrong_encoding: 400,
  missing_columns: 400,
  unknown_columns: 400,
  duplicated_columns: 400,
  exceeded_rows: 400,
  ragged_row: 400,
  unknown_operation: 400,
  formula_in_cell: 400,
  duplicated_in_file: 409,
  deleted_meanwhile: 404,
  user_id_not_made: 400,
  user_id_of_another: 409,

  // Images
  image_wrong_type: 400,
  image_broken: 400,
  image_too_many_pixels: 400,
  image_shows_nothing: 400,
} as const satisfies Record<string, number>;

export type ErrorId = keyof typeof errorCatalogue;

/** An entry of the error object of every refusal (spec section 3): a list of these with the HTTP status. */
export interface ErrorEntry {
  message_id: ErrorId;
  message: string;
  field?: string;
}

export interface FailDetail {
  /** Body field of the error, as a dotted path. */
  field?: string;
  /** For the server's log only, never in an answer. */
  cause?: unknown;
  /** Further entries of the same answer (several fields wrong at once). */
  more?: { id: ErrorId; field?: string }[];
  /** Seconds after which trying again makes sense (429, 503). */
  retryAfter?: number;
}

/** A refusal with an ID of the catalogue. Only `http/error-reply.ts` turns it into an answer. */
export type PorticoError = Error & { readonly portico: true; readonly id: ErrorId; readonly detail: FailDetail };

/** Creates the error to throw: `throw fail('wrong_otp', { field: 'otp' })`. */
export function fail(id: ErrorId, detail: FailDetail = {}): PorticoError {
  return Object.assign(new Error(id, { cause: detail.cause }), { portico: true as const, id, detail });
}

/** Says whether a thrown value is a refusal made by `fail`, optionally of one id. */
export function isFailure(error: unknown, id?: ErrorId): error is PorticoError {
  const known = error instanceof Error && 'portico' in error;
  return known && (id === undefined || (error as PorticoError).id === id);
}
