import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '../../../base/Loaded.tsx';
import { MailTextEditor } from '../../../base/mail-texts/MailTextEditor.tsx';
import { mailTextsQuery } from '../../../base/mail-texts/query.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import classes from '../policy/policy.module.css';

/** The words of the mail that tells of a password's expiry (spec section 3, "Password-expiration notice customization"). */
export function ExpirationNotice() {
  const t = useT();
  const [alert, setAlert] = useState<AlertContent>();
  const query = useQuery(mailTextsQuery);
  return (
    <>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <p className={classes.lead}>{t('policy.noticeTextWhy')}</p>
      <Loaded query={query} height={480} failedTitle={t('onboarding.texts.failedTitle')}>
        {({ results }) =>
          results
            .filter(({ type }) => type === 'passwordExpiration')
            .map((text) => <MailTextEditor key={text.type} saved={text} say={setAlert} />)
        }
      </Loaded>
    </>
  );
}
