import { fail, isFailure } from '#contract/errors.ts';
import { prepareNewPassword } from '../../authentication/passwords/passwords.ts';
import type { Tools } from '../../tools.ts';

/** `prepareNewPassword` for a call that has the password in another field than `newPassword`: refusals name `field`. */
export async function preparePasswordIn(
  field: string,
  tools: Tools,
  account: { tenantId: string; userUuid: string },
  password: string,
): Promise<string> {
  try {
    return await prepareNewPassword(tools, account, password);
  } catch (error) {
    if (!isFailure(error) || error.detail.field !== 'newPassword') throw error;
    const more = error.detail.more?.map((entry) => ({ ...entry, field }));
    throw fail(error.id, { ...error.detail, field, more });
  }
}
