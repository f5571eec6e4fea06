import { useState } from 'react';
import { CopyButton } from '../../guest-kit/CopyButton.tsx';
import { useGuest } from '../../guest-kit/context.tsx';

/** The secret key for apps that cannot scan: hidden until asked for, shown in groups of four, copied without them. */
export function SecretKey({ secret }: { secret: string }) {
  const { t } = useGuest();
  const [shown, setShown] = useState(false);
  return (
    <div className="g-secret">
      <button type="button" className="g-text-button" aria-expanded={shown} onClick={() => setShown(!shown)}>
        {t(shown ? 'device.hideSecret' : 'device.showSecret')}
      </button>
      {shown ? (
        <div className="g-secret-key">
          <output className="g-code" aria-label={t('device.secretKey')}>
            {secret.replace(/(.{4})(?=.)/g, '$1 ')}
          </output>
          <CopyButton text={secret} label={t('device.copySecret')} />
        </div>
      ) : null}
    </div>
  );
}
