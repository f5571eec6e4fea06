/** The purposes of mailed and temporary codes. A code of one purpose is worth nothing for another. */

/** Sets a new password in place of a forgotten one. */
export const RESET_PASSWORD = 'resetPassword';
/** Confirms the address that a user is to sign in with. */
export const CONFIRM_MAIL_ADDRESS = 'confirmLoginMailAddress';
/** Lets an invited user choose what to sign in with. */
export const REGISTER_LOGIN_INFO = 'registerLoginInfo';
/** Lets somebody register behind a registration URL. */
export const SELF_REGISTER = 'selfRegister';
