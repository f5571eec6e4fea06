import type { LinkPurpose } from '#contract/account/exchange-code.ts';

/** In which states of its user a link is worth something: a reset for accounts in use, a registration for invited ones. */
const statusesOf: Record<LinkPurpose, readonly string[]> = {
  resetPassword: ['active', 'locked'],
  registerLoginInfo: ['registering'],
};

/** Whether a link may still be used. Its user may have been deactivated, or registered, since it was mailed. */
export function mayUseLink(purpose: LinkPurpose, subject: { status: string; tenant_status: string }): boolean {
  return subject.tenant_status === 'active' && statusesOf[purpose].includes(subject.status);
}
