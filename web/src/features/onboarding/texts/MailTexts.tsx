import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { registrationMailTypes } from '#contract/tenant/registration-mail-types.ts';
import { LearnMore } from '../../../base/guides/LearnMore.tsx';
import { Loaded } from '../../../base/Loaded.tsx';
import { MailTextEditor } from '../../../base/mail-texts/MailTextEditor.tsx';
import { mailTextsQuery } from '../../../base/mail-texts/query.ts';
import { TextLanguage } from '../../../base/mail-texts/TextLanguage.tsx';
import { useT } from '../../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { Dropdown } from '../../../ui/form/Dropdown.tsx';
import classes from '../onboarding.module.css';
import { readTextSearch } from './text-search.ts';

const route = getRouteApi('/frame/portal/registration/texts');

type Search = ReturnType<typeof readTextSearch>;
const isSame = (one: Search, other: Search) => one.type === other.type && one.locale === other.locale;

/** The tenant's own mail texts: editor at the left, the mail as it goes out at the right. */
export function MailTexts() {
  const t = useT();
  const { type = 'registration', locale } = route.useSearch();
  const navigate = route.useNavigate();
  const [alert, setAlert] = useState<AlertContent>();
  const query = useQuery(mailTextsQuery(locale));
  const own = query.data?.results.find((text) => text.type === type)?.languages ?? [];
  return (
    <>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <div className={classes.choice}>
        <Dropdown
          label={t('onboarding.texts.which')}
          value={type}
          choices={registrationMailTypes.map((value) => ({ value, label: t(`onboarding.text_${value}`) }))}
          onChange={(chosen) => void navigate({ search: { type: chosen, locale } })}
        />
        <TextLanguage
          value={locale}
          own={own}
          onChange={(chosen) => void navigate({ search: { type, locale: chosen } })}
        />
        <p className={classes.lead}>
          {t(`onboarding.textWhy_${type}`)} <LearnMore guide="emails" about={t('ui.registration.texts')} />
        </p>
      </div>
      <Loaded query={query} height={480} failedTitle={t('onboarding.texts.failedTitle')}>
        {({ results }) =>
          results
            .filter((text) => text.type === type)
            .map((text) => (
              <MailTextEditor
                key={`${text.type} ${locale}`}
                saved={text}
                say={setAlert}
                // Each text has an editor of its own, whether it is chosen or gone back to.
                leavesBy={(search) => !isSame(readTextSearch(search), readTextSearch({ type, locale }))}
              />
            ))
        }
      </Loaded>
    </>
  );
}
