import { Button } from '@mantine/core';
import { formatDateTime } from '#contract/display.ts';
import { useQuery } from '@tanstack/react-query';
import classes from '../../../base/editing/conflict.module.css';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import type { TenantSettings } from '../../../base/tenant-settings.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { focusHead, useFocusOfConflict } from '../../../ui/page/lost-focus.ts';
import { differences, type PolicyDifference, type PolicyEdits } from './draft.ts';
import { policyVersionsQuery } from './queries.ts';
import { differenceWords, fieldWords, valueWords } from './words.ts';

type Props = {
  base: TenantSettings;
  newer: TenantSettings;
  edits: PolicyEdits;
  onTakeOver: (kept: PolicyEdits) => void;
};

const VERSIONS_NAMED = 20;

/**
 * Somebody saved the policy since this form was opened: who, when and what; and what to do with one's own edits. Nothing
 * of theirs is overwritten unless one chooses to keep an edit of the same field, and then saves again.
 */
export function ConflictPanel({ base, newer, edits, onTakeOver }: Props) {
  const t = useT();
  const language = useLanguage();
  const place = useFocusOfConflict();
  const timeZone = timeZoneOf(useMe());
  const takeOver = (kept: PolicyEdits) => () => {
    // This goes away.
    if (place.current) focusHead(place.current);
    onTakeOver(kept);
  };
  const { data } = useQuery(policyVersionsQuery(newer.tenantId, { count: VERSIONS_NAMED }));
  const theirs = differences(base.securityPolicy, newer.securityPolicy);
  const touched = theirs.filter(({ field }) => Object.hasOwn(edits, field));
  const others = Object.fromEntries(
    Object.entries(edits).filter(([field]) => !touched.some((one) => one.field === field)),
  ) as PolicyEdits;
  const versions = data?.results.filter(({ version }) => version > base.securityPolicyVersion) ?? [];
  return (
    <section ref={place} className={classes.conflict} role="alert" aria-labelledby="policy-conflict" tabIndex={-1}>
      <h2 id="policy-conflict">{t('policy.conflictTitle')}</h2>
      {versions.map(({ version, operatorUserId, savedAt }) => (
        <p key={version}>
          {t('policy.savedBy', {
            version,
            userId: operatorUserId,
            time: formatDateTime(new Date(savedAt), language, timeZone),
          })}
        </p>
      ))}
      <ul>
        {theirs.map((one) => (
          <li key={one.field}>
            {differenceWords(t, language, one)}
            {touched.includes(one) ? <Own difference={one} edits={edits} /> : null}
          </li>
        ))}
      </ul>
      <p>{t(touched.length > 0 ? 'policy.conflictSameFields' : 'policy.conflictOtherFields')}</p>
      <div className={classes.buttons}>
        <Button onClick={takeOver(others)}>{t(touched.length > 0 ? 'policy.takeTheirs' : 'policy.takeOver')}</Button>
        {touched.length > 0 ? (
          <Button variant="default" onClick={takeOver(edits)}>
            {t('policy.keepMine')}
          </Button>
        ) : null}
      </div>
    </section>
  );
}

function Own({ difference: { field }, edits }: { difference: PolicyDifference; edits: PolicyEdits }) {
  const t = useT();
  const value = Object.entries(edits).find(([name]) => name === field)?.[1];
  return (
    <strong className={classes.own}>
      {t('policy.yours', { field: fieldWords(t, field), value: valueWords(t, useLanguage(), value) })}
    </strong>
  );
}
