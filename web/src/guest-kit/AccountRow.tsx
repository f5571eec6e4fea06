import type { ReactNode } from 'react';

export type AccountRowProps = { name: string; detail: string; onChoose?: () => void; busy?: boolean; end?: ReactNode };

/** An account: initial in a circle, name, beneath it what tells it from others. A button where it can be chosen. */
export function AccountRow({ name, detail, onChoose, busy, end }: AccountRowProps) {
  const words = (
    <>
      <span className="g-initial" aria-hidden="true">
        {[...name][0]?.toUpperCase()}
      </span>
      <span className="g-account-words">
        <strong>{name}</strong>
        <small>{detail}</small>
      </span>
    </>
  );
  return (
    <div className="g-account">
      {onChoose ? (
        <button type="button" className="g-account-choose" onClick={onChoose} aria-disabled={busy || undefined}>
          {words}
        </button>
      ) : (
        <div className="g-account-choose">{words}</div>
      )}
      {end}
    </div>
  );
}
