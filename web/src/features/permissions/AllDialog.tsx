import { useQuery } from '@tanstack/react-query';
import { isUnlimitedVolume } from '#contract/display.ts';
import { BULK_FILTER_LIMIT } from '#contract/limits.ts';
import type { CountedPermissions } from '#contract/licences/permitted.ts';
import { failureText } from '../../base/failure.ts';
import { useMe } from '../../base/session-queries.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import { ModalDialog } from '../../ui/dialog/ModalDialog.tsx';
import { type Pending, usedAfter, withChosen } from './pending.ts';
import classes from './permissions.module.css';
import { countQuery, foundQuery } from './queries.ts';
import { isSearching, type PermissionSearch } from './search.ts';
import type { Chosen, License, VolumeType } from './types.ts';

type Props = {
  type: VolumeType;
  license: License;
  permitted: boolean;
  search: PermissionSearch;
  /** What is pending already: of a search it stays. */
  pending: Pending;
  onRule: (counted: CountedPermissions) => void;
  onFound: (found: readonly Chosen[]) => void;
  onCancel: () => void;
};

/** Asks before every item that matches is ticked or unticked, with numbers (spec section 4). */
export function AllDialog(props: Props) {
  return isSearching(props.type, props.search) ? <FoundDialog {...props} /> : <RuleOfAllDialog {...props} />;
}

/** All that a search finds: each becomes a change by itself. */
function FoundDialog({ type, license, permitted, search, pending, onFound, onCancel }: Props) {
  const t = useT();
  const language = useLanguage();
  const { tenantId } = useMe();
  const { data, error } = useQuery(foundQuery(tenantId, type, search, license.licenseId, language));
  const cells = data?.map(({ cell }) => cell) ?? [];
  const counted = data && {
    matching: cells.length,
    allowed: cells.filter(({ allowed }) => allowed).length,
    permitted: cells.filter(({ permitted }) => permitted).length,
  };
  const next = data && withChosen(pending, data, permitted);
  const isTooMuch = next !== undefined && next.changed.size > BULK_FILTER_LIMIT;
  return (
    <Frame
      {...{ type, license, permitted, counted, error, onCancel }}
      used={next && usedAfter(next, license.usedVolume)}
      okDisabled={isTooMuch}
      onOk={() => data && onFound(data)}
    >
      {isTooMuch ? <p data-over>{t('permissions.full', { count: BULK_FILTER_LIMIT })}</p> : null}
    </Frame>
  );
}

/** All there are and will be: a rule. */
function RuleOfAllDialog({ type, license, permitted, onRule, onCancel }: Props) {
  const t = useT();
  const { data: counted, error } = useQuery(countQuery(useMe().tenantId, type, license.licenseId));
  const used = counted && license.usedVolume - counted.permitted + (permitted ? counted.allowed : 0);
  return (
    <Frame
      {...{ type, license, permitted, counted, error, used, onCancel }}
      okDisabled={false}
      onOk={() => counted && onRule(counted)}
    >
      <p>{t(`permissions.all.${permitted ? 'permit' : 'take'}Rule_${type}`)}</p>
    </Frame>
  );
}

type FrameProps = Pick<Props, 'type' | 'license' | 'permitted' | 'onCancel'> & {
  counted: CountedPermissions | undefined;
  /** Seats used once it is saved. */
  used: number | undefined;
  error: unknown;
  okDisabled: boolean;
  onOk: () => void;
  children: React.ReactNode;
};

function Frame(props: FrameProps) {
  const { type, license, permitted, counted, used = 0, error, okDisabled, onOk, onCancel, children } = props;
  const t = useT();
  const number = new Intl.NumberFormat(useLanguage());
  const { serviceName: app, volume } = license;
  const way = permitted ? 'permit' : 'take';
  const left = counted ? counted.matching - counted.allowed : 0;
  const isOver = counted !== undefined && permitted && !isUnlimitedVolume(volume) && used > volume;
  return (
    <ModalDialog
      opened
      title={t(`permissions.all.${way}Title`, { app })}
      okLabel={t(`permissions.all.${way}Now`)}
      okDisabled={!counted || okDisabled}
      danger={!permitted}
      onCancel={onCancel}
      onOk={onOk}
    >
      <div className={classes.effect} aria-live="polite">
        {error ? <p>{failureText(t, error)}</p> : counted ? null : <p>{t('common.loading')}</p>}
        {counted ? (
          <p>
            {permitted
              ? t(`permissions.all.permit_${type}`, { count: counted.allowed - counted.permitted })
              : t(`permissions.all.take_${type}`, { count: counted.permitted })}
          </p>
        ) : null}
        {permitted && left > 0 ? <p>{t(`permissions.all.left_${type}`, { count: left })}</p> : null}
        {isOver ? (
          <p data-over>{t('permissions.all.over', { used: number.format(used), volume: number.format(volume) })}</p>
        ) : null}
        {children}
        <p>{t('permissions.all.notYet')}</p>
      </div>
    </ModalDialog>
  );
}
