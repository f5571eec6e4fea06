import { Alert } from './Alert.tsx';
import { useGuest } from './context.tsx';
import type { FormAlert as Shown } from './use-form.ts';

/** What went wrong with a form as a whole, with the request id where it helps. */
export function FormAlert({ alert }: { alert: Shown | undefined }) {
  const { t } = useGuest();
  if (!alert) return null;
  return (
    <Alert key={alert.count} kind="failure">
      {alert.text}
      {alert.requestId ? (
        <div className="g-small">
          {t('guest.requestId')} <span className="g-code">{alert.requestId}</span>
        </div>
      ) : null}
    </Alert>
  );
}
