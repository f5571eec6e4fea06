-- Which proofs and ways of signing in there are is closed (contract/src/sign-in/): another one is refused. What is there
-- already was written by these lists; to read it all would hold up whoever signs in meanwhile.
alter table sessions
  add constraint sessions_proofs_known check (
    proofs <@ array['password', 'ticket', 'card', 'userCode', 'totp', 'recoveryCode']) not valid,
  add constraint sessions_login_type_known check (
    login_type in ('loginMailAddress', 'loginMailAddressAutoSelect', 'userId', 'office365', 'cybozu', 'saml', 'oidc',
      'ticket', 'selectAccounts', 'resetPassword', 'reauthentication', 'application', 'card', 'userCode',
      'cardAndUserCode', 'cardAndPassword', 'userCodeAndPassword')) not valid;
alter table pending_sign_ins
  add constraint pending_sign_ins_proofs_known check (
    proofs <@ array['password', 'ticket', 'card', 'userCode', 'totp', 'recoveryCode']) not valid,
  add constraint pending_sign_ins_login_type_known check (
    login_type in ('loginMailAddress', 'loginMailAddressAutoSelect', 'userId', 'office365', 'cybozu', 'saml', 'oidc',
      'ticket', 'selectAccounts', 'resetPassword', 'reauthentication', 'application', 'card', 'userCode',
      'cardAndUserCode', 'cardAndPassword', 'userCodeAndPassword')) not valid;
