import { useEffect, useState } from 'react';
import { useGuest } from '../../guest-kit/context.tsx';
import { Notice } from '../../guest-kit/Notice.tsx';
import { findNotices, type Notices, periodText } from './notices.ts';

/** Runs once the page has painted and the browser has nothing more urgent to do. */
function afterPaint(act: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(act, { timeout: 1500 });
    return () => cancelIdleCallback(handle);
  }
  const handle = setTimeout(act, 200);
  return () => clearTimeout(handle);
}

/**
 * The outage banner and the maintenance notice (spec section 2, "Login page layout"). They stand below the card, where
 * nothing moves when they come.
 */
export function StatusNotices() {
  const { t, language } = useGuest();
  const [notices, setNotices] = useState<Notices>();
  useEffect(() => {
    const controller = new AbortController();
    const stop = afterPaint(() => {
      void findNotices(language, controller.signal).then((found) => controller.signal.aborted || setNotices(found));
    });
    return () => {
      stop();
      controller.abort();
    };
  }, [language]);
  const { outage = 'none', maintenance } = notices ?? {};
  return (
    <div className="g-notices" aria-live="polite">
      {outage === 'none' ? null : (
        <Notice
          kind={outage === 'major' ? 'failure' : 'warning'}
          title={t(outage === 'major' ? 'login.outageMajorTitle' : 'login.outagePartialTitle')}
        >
          {t(outage === 'major' ? 'login.outageMajor' : 'login.outagePartial')}
        </Notice>
      )}
      {maintenance ? (
        <Notice
          kind="info"
          title={t(maintenance.status === 'in_progress' ? 'login.maintenanceNowTitle' : 'login.maintenanceTitle')}
        >
          <div>{maintenance.name}</div>
          <div className="g-small">{periodText(maintenance.scheduled_for, maintenance.scheduled_until, language)}</div>
        </Notice>
      ) : null}
    </div>
  );
}
