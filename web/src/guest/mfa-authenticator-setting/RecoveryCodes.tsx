import { useEffect, useState } from 'react';
import { Button } from '../../guest-kit/Button.tsx';
import { Checkbox } from '../../guest-kit/Checkbox.tsx';
import { CopyButton } from '../../guest-kit/CopyButton.tsx';
import { useGuest } from '../../guest-kit/context.tsx';
import { GuestPage } from '../../guest-kit/GuestPage.tsx';

function download(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** The recovery codes, shown this once: whoever leaves without saying that they are kept is asked. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t, product } = useGuest();
  const [kept, setKept] = useState(false);
  useEffect(() => {
    if (kept) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [kept]);
  const text = `${t('device.recoveryFile', { product })}\n\n${codes.join('\n')}\n`;
  return (
    <GuestPage title={t('device.recoveryTitle')} lead={t('device.recoveryLead')}>
      <ol className="g-recovery-codes" aria-label={t('device.recoveryTitle')}>
        {codes.map((code) => (
          <li key={code} className="g-code">
            {code}
          </li>
        ))}
      </ol>
      <div className="g-links g-no-print">
        <CopyButton text={codes.join('\n')} label={t('device.copyCodes')} />
        <button type="button" className="g-text-button" onClick={() => download(text, `${product}-recovery-codes.txt`)}>
          {t('device.downloadCodes')}
        </button>
        <button type="button" className="g-text-button" onClick={() => window.print()}>
          {t('device.printCodes')}
        </button>
      </div>
      <div className="g-form g-no-print">
        <Checkbox checked={kept} onChange={setKept}>
          {t('device.codesKept')}
        </Checkbox>
        <Button disabled={!kept} onClick={onKept}>
          {t('guest.continue')}
        </Button>
      </div>
    </GuestPage>
  );
}
