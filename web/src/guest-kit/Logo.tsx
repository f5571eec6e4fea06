import { useAwake, useGuest } from './context.tsx';

/** The tenant's logo where there is one, else the product's mark and name. */
export function Logo() {
  const { data, product } = useGuest();
  const awake = useAwake();
  const tenant = awake ? data.tenant : undefined;
  if (tenant?.logoUrl) return <img className="g-logo-image" src={tenant.logoUrl} alt={tenant.name} />;
  return (
    <div className="g-logo">
      <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="var(--brand)" />
        <path
          d="M9 24V15a7 7 0 0 1 14 0v9M16 24v-8"
          fill="none"
          stroke="var(--brand-contrast)"
          strokeWidth="2.5"
          strokeLinecap="round"
        />
      </svg>
      <span>{tenant?.name ?? product}</span>
    </div>
  );
}
