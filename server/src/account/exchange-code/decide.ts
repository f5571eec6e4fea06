import type { LinkPurpose } from '#contract/account/exchange-code.ts';

/** User statuses in which a link works: active accounts for a reset, invited ones for a registration. */
const statusesOf: Record<LinkPurpose, readonly string[]> = {
  resetPassword: ['active', 'locked'],
  registerLoginInfo: ['registering'],
};

/** True if a link may still be used. Its user may have been deactivated or have registered since. */
export function mayUseLink(purpose: LinkPurpose, subject: { status: string; tenant_status: string }): boolean {
  return subject.tenant_status === 'active' && statusesOf[purpose].includes(subject.status);
}
