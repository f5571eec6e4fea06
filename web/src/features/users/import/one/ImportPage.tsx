import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { UserImport } from '#contract/people/user-imports.ts';
import { importShare } from '#contract/people/user-imports-fields.ts';
import { formatDateTime } from '#contract/display.ts';
import { Loaded } from '../../../../base/Loaded.tsx';
import { paths } from '../../../../base/paths.ts';
import { PlaceCrumbs } from '../../../../base/PlaceCrumbs.tsx';
import { timeZoneOf, useMe } from '../../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../../../ui/page/AlertArea.tsx';
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx';
import { fileSize } from '../../../../ui/text/file-size.ts';
import { JobProgress } from '../../../../ui/job/JobProgress.tsx';
import { useFocusOfStep } from '../../../../ui/page/lost-focus.ts';
import { PageTitle } from '../../../../ui/page/PageTitle.tsx';
import { Steps } from '../../../../ui/job/Steps.tsx';
import classes from '../../users.module.css';
import { importName, isUndo } from '../words.ts';
import { userImportQuery } from '../queries.ts';
import { Mapping } from './Mapping.tsx';
import { Outcome } from './Outcome.tsx';
import { Preview } from './Preview.tsx';
import { type ImportActs, useImportActs } from './use-import-acts.ts';

const route = getRouteApi('/frame/portal/users/import/$importId');

/** One import, at whichever of its steps it is. */
export function ImportPage() {
  const t = useT();
  const { tenantId } = useMe();
  const { importId } = route.useParams();
  const query = useQuery(userImportQuery(tenantId, importId));
  const here = query.data ? importName(t, query.data) : t('transfer.import');
  return (
    <>
      <PlaceCrumbs
        more={[
          <Link key="imports" to={paths.userImports} activeOptions={{ exact: true }}>
            {t('transfer.importTitle')}
          </Link>,
        ]}
        here={here}
      />
      {query.data ? null : <h1 className="visually-hidden">{here}</h1>}
      <Loaded
        query={query}
        height={320}
        failedTitle={t('transfer.oneFailedTitle')}
        missing={{
          title: t('transfer.missing.title'),
          text: t('transfer.missing.text'),
          back: t('transfer.missing.back'),
          to: paths.userImports,
        }}
      >
        {(shown) => <ImportShown key={shown.importId} shown={shown} />}
      </Loaded>
    </>
  );
}

const directorySteps = ['file', 'columns', 'preview', 'apply'] as const;
const formatSteps = ['file', 'preview', 'apply'] as const;
const undoSteps = ['preview', 'apply'] as const;

/** The step an import is at. */
function stepOf({ status, confirmedAt }: UserImport): (typeof directorySteps)[number] {
  if (status === 'accepting') return 'columns';
  return status === 'processing' || confirmedAt !== null ? 'apply' : 'preview';
}

function ImportShown({ shown }: { shown: UserImport }) {
  const t = useT();
  const language = useLanguage();
  const zone = timeZoneOf(useMe());
  const [alert, setAlert] = useState<AlertContent>();
  const acts = useImportActs(shown, setAlert);
  const steps = isUndo(shown) ? undoSteps : shown.kind === 'directory' ? directorySteps : formatSteps;
  const step = stepOf(shown);
  const factsOf = () => {
    const who = { by: shown.createdBy, time: formatDateTime(new Date(shown.createdAt), language, zone) };
    if (shown.kind === 'undo') return t('transfer.factsUndo', who);
    return t(shown.kind === 'json' ? 'transfer.facts' : 'transfer.factsRead', {
      kind: t(`transfer.kindName_${shown.kind}`),
      size: fileSize(shown.fileBytes, language),
      encoding: t(shown.encoding === 'shift_jis' ? 'transfer.encoding_shift_jis' : 'transfer.encoding_utf-8'),
      ...who,
    });
  };
  const ended = shown.finishedAt !== null;
  return (
    <>
      <PageTitle title={importName(t, shown)}>{factsOf()}</PageTitle>
      {ended ? null : (
        <Steps
          label={t('transfer.steps')}
          steps={steps.map((one) => t(`transfer.step_${one}`))}
          at={(steps as readonly string[]).indexOf(step)}
        />
      )}
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <Step shown={shown} acts={acts} />
    </>
  );
}

function Step({ shown, acts }: { shown: UserImport; acts: ImportActs }) {
  const [mapsAgain, setMapsAgain] = useState(false);
  const place = useFocusOfStep(`${shown.status} ${mapsAgain}`);
  return (
    <div ref={place}>
      <OneStep shown={shown} acts={acts} mapsAgain={mapsAgain} setMapsAgain={setMapsAgain} />
    </div>
  );
}

type StepProps = {
  shown: UserImport;
  acts: ImportActs;
  mapsAgain: boolean;
  setMapsAgain: (mapsAgain: boolean) => void;
};

function OneStep({ shown, acts, mapsAgain, setMapsAgain }: StepProps) {
  const { status, counts, kind } = shown;
  if (status === 'accepting') return <Mapping shown={shown} acts={acts} />;
  if (status === 'checking' || status === 'processing') return <Running shown={shown} acts={acts} />;
  if (status === 'previewed' && counts) {
    if (mapsAgain) {
      const map: ImportActs['map'] = async (body) => {
        const done = await acts.map(body);
        if (done) setMapsAgain(false);
        return done;
      };
      return <Mapping shown={shown} acts={{ ...acts, map }} onBack={() => setMapsAgain(false)} />;
    }
    const again = kind === 'directory' ? () => setMapsAgain(true) : undefined;
    return <Preview shown={{ ...shown, counts }} acts={acts} onMapAgain={again} />;
  }
  return <Outcome shown={shown} acts={acts} />;
}

function Running({ shown, acts }: { shown: UserImport; acts: ImportActs }) {
  const t = useT();
  const mayChange = useMe().permissions.includes('users:write');
  const [asked, setAsked] = useState(false);
  const { status, progress } = shown;
  const checks = status === 'checking';
  return (
    <>
      <div className={classes.card}>
        <JobProgress
          name={t(checks ? 'transfer.checking' : 'transfer.applying')}
          status={status}
          counts={{
            done: progress.done,
            known: progress.total ?? undefined,
            perSecond: progress.perSecond,
            secondsLeft: progress.secondsLeft,
          }}
          share={importShare(status, { ...progress, fileBytes: shown.fileBytes }) ?? undefined}
          note={t('transfer.goesOn')}
          onCancel={mayChange ? () => (checks ? void acts.cancel() : setAsked(true)) : undefined}
          cancelling={acts.busy}
        />
      </div>
      <ConfirmDialog
        opened={asked}
        title={t('transfer.stopTitle')}
        okLabel={t('transfer.stop')}
        danger
        busy={acts.busy}
        onOk={() => void acts.cancel().then(() => setAsked(false))}
        onCancel={() => setAsked(false)}
      >
        {t('transfer.stopEffect')}
      </ConfirmDialog>
    </>
  );
}
