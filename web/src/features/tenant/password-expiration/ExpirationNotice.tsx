import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { Loaded } from '../../../base/Loaded.tsx';
import { MailTextEditor } from '../../../base/mail-texts/MailTextEditor.tsx';
import { mailTextsQuery } from '../../../base/mail-texts/query.ts';
import { readTextLocale } from '../../../base/mail-texts/text-locale.ts';
import { TextLanguage } from '../../../base/mail-texts/TextLanguage.tsx';
import { useT } from '../../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import classes from '../policy/policy.module.css';

const route = getRouteApi('/frame/portal/tenant/password-expiration-notice');

/** The words of the mail that tells of a password's expiry (spec section 3, "Password-expiration notice customization"). */
export function ExpirationNotice() {
  const t = useT();
  const [alert, setAlert] = useState<AlertContent>();
  const { locale } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(mailTextsQuery(locale));
  const own = query.data?.results.find(({ type }) => type === 'passwordExpiration')?.languages ?? [];
  return (
    <>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <p className={classes.lead}>{t('policy.noticeTextWhy')}</p>
      <div className={classes.choice}>
        <TextLanguage value={locale} own={own} onChange={(chosen) => void navigate({ search: { locale: chosen } })} />
      </div>
      <Loaded query={query} height={480} failedTitle={t('onboarding.texts.failedTitle')}>
        {({ results }) =>
          results
            .filter(({ type }) => type === 'passwordExpiration')
            .map((text) => (
              <MailTextEditor
                key={locale ?? ''}
                saved={text}
                say={setAlert}
                leavesBy={(search) => readTextLocale(search).locale !== locale}
              />
            ))
        }
      </Loaded>
    </>
  );
}
