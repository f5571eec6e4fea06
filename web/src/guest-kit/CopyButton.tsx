import { useEffect, useState } from 'react';
import { useGuest } from './context.tsx';

/** Copies a text and says that it did. */
export function CopyButton({
  text,
  label,
  className = 'g-text-button',
}: {
  text: string;
  label: string;
  className?: string;
}) {
  const { t } = useGuest();
  const [copied, setCopied] = useState<boolean>();
  useEffect(() => {
    if (copied === undefined) return;
    const timer = setTimeout(() => setCopied(undefined), 3000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <>
      <button type="button" className={className} onClick={copy}>
        {copied ? t('guest.copied') : label}
      </button>
      <span className="g-hidden" aria-live="polite">
        {copied === undefined ? '' : t(copied ? 'guest.copied' : 'guest.copyFailed')}
      </span>
    </>
  );
}
