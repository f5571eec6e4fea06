/** Purposes of emailed and temporary codes. A code is valid for its purpose only. */

/** Resets a forgotten password. */
export const RESET_PASSWORD = 'resetPassword';
/** Confirms a user's sign-in email address. */
export const CONFIRM_MAIL_ADDRESS = 'confirmLoginMailAddress';
/** Lets an invited user register their sign-in information. */
export const REGISTER_LOGIN_INFO = 'registerLoginInfo';
/** Self-registration with a registration URL. */
export const SELF_REGISTER = 'selfRegister';
