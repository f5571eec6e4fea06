import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { RegisterUrl } from '#contract/joining/register-urls.ts';
import { LearnMore } from '../../../base/guides/LearnMore.tsx';
import { useColumnKit } from '../../../base/list/columns.tsx';
import { failedList } from '../../../base/failure.ts';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { ListTable } from '../../../ui/list/ListTable.tsx';
import { whenFocusIsLost } from '../../../ui/page/lost-focus.ts';
import classes from '../onboarding.module.css';
import { registerUrlsQuery } from '../queries.ts';
import { ChangeUrlDialog } from './ChangeUrlDialog.tsx';
import { urlColumns } from './columns.tsx';
import { EndUrlDialog } from './EndUrlDialog.tsx';
import { MakeUrlDialog } from './MakeUrlDialog.tsx';
import { useLicenseNames } from './use-license-names.ts';

/** What is being done: a new URL, or one of them changed or ended. */
type Doing = { act: 'make' } | { act: 'change' | 'end'; url: RegisterUrl };

/** URLs behind which people register themselves (spec section 2, "URL for registration"). */
export function RegistrationUrls() {
  const kit = useColumnKit();
  const { t } = kit;
  const [alert, setAlert] = useState<AlertContent>();
  const [doing, setDoing] = useState<Doing>();
  const list = useQuery(registerUrlsQuery);
  const { data } = list;
  const licenseNames = useLicenseNames();
  const columns = useMemo(
    () => urlColumns(kit, licenseNames, (act, url) => setDoing({ act, url })),
    [kit, licenseNames],
  );
  const makes = useRef<HTMLButtonElement>(null);
  const isEmpty = data?.results.length === 0;
  // The first URL takes away the empty list, and the button it was made with.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when a dialog closes, or the list changes behind it
  useEffect(() => {
    if (!doing) return whenFocusIsLost(() => makes.current?.focus());
  }, [isEmpty, doing]);
  const make = (ref?: RefObject<HTMLButtonElement | null>) => (
    <Button
      {...(ref ? { ref } : {})}
      leftSection={<IconPlus size={16} aria-hidden="true" />}
      onClick={() => setDoing({ act: 'make' })}
    >
      {t('onboarding.urls.make')}
    </Button>
  );
  const close = () => setDoing(undefined);
  return (
    <>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <ListTable<RegisterUrl>
        id="registration-urls"
        caption={t('ui.registration.urls')}
        columns={columns}
        rows={data?.results}
        rowId={({ uuid }) => uuid}
        rowName={({ uuid }) => uuid}
        expectedRows={4}
        toolbar={
          <>
            <p className={classes.lead}>
              {t('onboarding.urls.lead')} <LearnMore guide="registration-links" about={t('ui.registration.urls')} />
            </p>
            {data && data.results.length > 0 ? make(makes) : null}
          </>
        }
        failed={failedList(t, list, t('onboarding.urls.failedTitle'))}
        empty={{ title: t('onboarding.urls.emptyTitle'), text: t('onboarding.urls.empty'), action: make() }}
      />
      {doing?.act === 'end' ? <EndUrlDialog url={doing.url} say={setAlert} onClose={close} /> : null}
      {doing?.act === 'make' ? <MakeUrlDialog onClose={close} /> : null}
      {doing?.act === 'change' ? <ChangeUrlDialog url={doing.url} say={setAlert} onClose={close} /> : null}
    </>
  );
}
