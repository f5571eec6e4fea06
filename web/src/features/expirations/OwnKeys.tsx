import { useQuery, useQueryClient } from '@tanstack/react-query';
import { formatDateTime } from '#contract/display.ts';
import type { KeyPartner, OwnKey } from '#contract/site/own-keys.ts';
import { RenewalLink } from '../../base/expirations/places.tsx';
import { expirationsQuery, ownKeysQuery } from '../../base/expirations/queries.ts';
import { Loaded } from '../../base/Loaded.tsx';
import { OwnCertificates } from '../../base/saml-keys/OwnCertificates.tsx';
import { timeZoneOf, useMe } from '../../base/session-queries.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import { SettingsCard } from '../../ui/form/SettingsCard.tsx';
import type { AlertContent } from '../../ui/page/AlertArea.tsx';
import { StatusBadge } from '../../ui/text/StatusBadge.tsx';
import classes from './expirations.module.css';
import { stateOf } from './partners.ts';

type Props = { say: (alert: AlertContent | undefined) => void };

/** Our own SAML keys, each with its certificates and who has to know the next one. */
export function OwnKeys({ say }: Props) {
  const t = useT();
  const query = useQuery(ownKeysQuery(useMe().tenantId));
  return (
    <Loaded query={query} height={300} failedTitle={t('expirations.keysFailed')}>
      {(keys) =>
        keys.length > 0 ? (
          <section id="own-keys" className={classes.keys} aria-label={t('expirations.keysTitle')}>
            <h2>{t('expirations.keysTitle')}</h2>
            {keys.map((key) => (
              <KeyCard key={key.use} of={key} say={say} />
            ))}
          </section>
        ) : null
      }
    </Loaded>
  );
}

function KeyCard({ of, say }: { of: OwnKey } & Props) {
  const t = useT();
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const { use, certifications, partners } = of;
  const renew = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ownKeysQuery(tenantId).queryKey }),
      queryClient.invalidateQueries({ queryKey: expirationsQuery(tenantId).queryKey }),
    ]);
  return (
    <SettingsCard title={t(`expirations.key_${use}`)} why={t(`expirations.keyWhy_${use}`)}>
      <OwnCertificates use={use} certifications={certifications} say={say} onChanged={renew} />
      <div>
        <h3 className={classes.partnersTitle}>{t(`expirations.partners_${use}`)}</h3>
        {use === 'answers' ? <NextLoaded of={of} /> : null}
        {partners.length === 0 ? <p className={classes.note}>{t(`expirations.partnersNone_${use}`)}</p> : null}
        <ul className={classes.partners}>
          {partners.map((one) => (
            <Partner key={one.id} of={one} ofKey={of} />
          ))}
        </ul>
      </div>
    </SettingsCard>
  );
}

const useTime = () => {
  const language = useLanguage();
  const zone = timeZoneOf(useMe());
  return (time: string) => formatDateTime(new Date(time), language, zone);
};

/** All apps share one metadata address: which of them has loaded it cannot be told. */
function NextLoaded({ of: { nextReadAt } }: { of: OwnKey }) {
  const t = useT();
  const at = useTime();
  return (
    <p className={classes.note}>
      {nextReadAt ? t('expirations.nextLoaded', { time: at(nextReadAt) }) : t('expirations.nextNotLoaded')}
    </p>
  );
}

function Partner({ of, ofKey }: { of: KeyPartner; ofKey: OwnKey }) {
  const t = useT();
  const at = useTime();
  const told = stateOf(of, ofKey);
  return (
    <li>
      <RenewalLink of={of}>{of.displayName}</RenewalLink>
      {told ? (
        <span>
          <StatusBadge tone={told.tone}>{t(`expirations.partner_${told.state}`)}</StatusBadge>{' '}
          {told.at ? <small>{at(told.at)}</small> : null}
        </span>
      ) : null}
    </li>
  );
}
