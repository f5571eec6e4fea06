import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { updateTenant } from '#contract/tenant/tenant.ts';
import { newContradictions } from '#contract/policy-rules.ts';
import type { PolicySection, SecurityPolicy, SomeSecurityPolicy } from '#contract/security-policy.ts';
import { hasErrorId, isApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { failureAlert } from '../../../base/failure.ts';
import { useMe } from '../../../base/session-queries.ts';
import { type TenantSettings, tenantSettingsQuery } from '../../../base/tenant-settings.ts';
import { useAct } from '../../../base/use-act.ts';
import type { Translate } from '../../../i18n/keys.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import {
  differences,
  type PolicyDifference,
  type PolicyEdits,
  type PolicyField,
  realEdits,
  toPolicy,
  type ValueOf,
  withEdits,
} from './draft.ts';
import { nowWords } from './now.ts';
import { policyVersionsKey } from './queries.ts';
import { type Impact, useImpact } from './use-impact.ts';

type Saved = { language: string; differences: readonly PolicyDifference[] } & Pick<Impact, 'done' | 'touched'>;

/** What was saved, what is so from now on, and whom it affects: it differs from one setting to the next. */
export function savedWords(t: Translate, { language, differences, done, touched }: Saved) {
  const sections = new Set(differences.map(({ field }) => field.split('.')[0] as PolicySection));
  const [section, another] = sections;
  const follows = done ? touched.filter(({ users }) => users > 0) : [];
  return {
    title: section && !another ? t(`policy.saved_${section}`) : t('policy.saved'),
    text: [
      ...differences.map((one) => nowWords(t, language, one)),
      ...follows.map(({ effect, users }) => t(`policy.effect_${effect}`, { count: users })),
    ].join(' '),
  };
}

export type PolicyForm = {
  /** The policy with the edits in it. */
  policy: SecurityPolicy;
  change: <F extends PolicyField>(field: F, value: ValueOf<F>) => void;
  /** Several fields that hang together. */
  changeAll: (edits: PolicyEdits) => void;
  /** How many users the tenant has. */
  users: number;
  /** What is wrong with a field beside the others, as a sentence. */
  mistake: (field: PolicyField) => string | undefined;
  /** Who opened the page may change nothing. */
  disabled: boolean;
};

/**
 * Editing the security policy. The form keeps the version it began with: what others save meanwhile shows as a conflict
 * when one saves, and is taken over only on purpose.
 */
export function usePolicyForm(begun: TenantSettings, say: (alert: AlertContent | undefined) => void) {
  const t = useT();
  const language = useLanguage();
  const me = useMe();
  const queryClient = useQueryClient();
  const { busy, run } = useAct(say);
  const [base, setBase] = useState(begun);
  const [edited, setEdited] = useState<PolicyEdits>({});
  /** What somebody else saved meanwhile. */
  const [newer, setNewer] = useState<TenantSettings>();
  /** Grows when the fields are to forget what was typed. */
  const [round, setRound] = useState(0);
  const edits = realEdits(base.securityPolicy, edited);
  const policy = withEdits(base.securityPolicy, edits);
  const contradictions = newContradictions(base.securityPolicy, policy, { users: base.users });
  const changed = Object.keys(edits).length > 0;
  const countable = changed && contradictions.length === 0 && !newer;
  const impact = useImpact(base.tenantId, countable ? toPolicy(edits) : undefined, base.securityPolicyVersion);
  /** What the server found wrong beside others, with what only it knows. */
  const refused = isApiError(impact.error)
    ? impact.error.entries.filter(({ message_id }) => message_id === 'contradicting_policy')
    : [];
  const begin = (tenant: TenantSettings, kept: PolicyEdits = {}) => {
    setBase(tenant);
    setEdited(kept);
    setNewer(undefined);
    setRound((before) => before + 1);
  };
  const put = async (given: SomeSecurityPolicy, from: TenantSettings, isUndo = false) => {
    const params = { tenantId: from.tenantId };
    const body = { securityPolicy: given, securityPolicyVersion: from.securityPolicyVersion };
    const path = '/api/auth/tenants/{tenantId}';
    const send = () => call<typeof updateTenant>({ method: 'PUT', path, params, body, pattern: 'powerUser' });
    const done = await run(send, (error) => {
      if (!hasErrorId(error, 'policy_changed')) return false;
      void queryClient
        .fetchQuery({ ...tenantSettingsQuery(from.tenantId), staleTime: 0 })
        .then(setNewer, (reason) => say(failureAlert(t, reason)));
      return true;
    });
    if (!done) return;
    const saved = done.answer;
    queryClient.setQueryData(tenantSettingsQuery(saved.tenantId).queryKey, saved);
    void queryClient.invalidateQueries({ queryKey: policyVersionsKey });
    const before = differences(saved.securityPolicy, from.securityPolicy);
    const back = toPolicy(Object.fromEntries(before.map(({ field, after }) => [field, after])));
    begin(saved);
    const undo = { action: { label: t('common.undo'), onClick: () => void put(back, saved, true) } };
    if (isUndo) say({ kind: 'success', text: t('policy.undone') });
    else {
      const now = differences(from.securityPolicy, saved.securityPolicy);
      say({ kind: 'success', ...savedWords(t, { ...impact, language, differences: now }), ...undo });
    }
  };
  const form: PolicyForm = {
    policy,
    change: (field, value) => setEdited((before) => ({ ...before, [field]: value })),
    changeAll: (more) => setEdited((before) => ({ ...before, ...more })),
    users: base.users,
    mistake: (field) => {
      const found = contradictions.find((one) => one.field === field);
      if (found) return t(`policy.mistake_${found.mistake}`);
      return refused.some((one) => one.field === `securityPolicy.${field}`)
        ? t('errors.contradicting_policy')
        : undefined;
    },
    disabled: !me.permissions.includes('tenant:write'),
  };
  return {
    form,
    base,
    edits,
    newer,
    round,
    busy,
    changed,
    impact,
    contradicts: contradictions.length > 0,
    /** Saving would be refused. */
    refused: contradictions.length > 0 || impact.error !== undefined,
    save: () => void put(toPolicy(edits), base),
    discard: () => begin(newer ?? base),
    /** Takes the newer version over, with the edits that are to stay. */
    takeOver: (kept: PolicyEdits) => newer && begin(newer, kept),
  };
}
