/**
 * Why an answer of a SAML identity provider was refused, in the order of the checks. For administrators alone: each has a
 * text, `samlFailures.<cause>`; strangers learn only that signing in failed.
 */
export const samlFailureCauses = [
  'unsolicited',
  'request_unknown',
  'connection_disabled',
  'no_certificate',
  'certificates_expired',
  // The document, before anything in it is trusted.
  'too_large',
  'not_xml',
  'doctype',
  'too_deep',
  'not_a_response',
  'encrypted',
  'assertion_count',
  // The signature.
  'unsigned',
  'signature_shape',
  'algorithm',
  'signature',
  'certificate_expired',
  // What it says.
  'version',
  'status',
  'response_issuer',
  'issuer',
  'destination',
  'response_request',
  'issued_later',
  'subject_count',
  'name_id',
  'name_id_transient',
  'not_bearer',
  'recipient',
  'request',
  'confirmation_times',
  'confirmation_early',
  'confirmation_expired',
  'conditions',
  'early',
  'expired',
  'audience',
  'authentication',
  'authentication_later',
  'session_expired',
  'replayed',
  // A request to sign out.
  'logout_request',
  'logout_unsigned',
  'logout_too_old',
  'logout_replayed',
  // Who it names.
  'session_gone',
  'not_linked',
  'way_closed',
  'linked_to_another',
  'address_taken',
  'no_room',
  'registration_gone',
] as const;
export type SamlFailureCause = (typeof samlFailureCauses)[number];
