import { useGuest } from './context.tsx';

/**
 * The tenant's logo where there is one, else the product's mark; beside it the title the tenant chose, else the product's
 * name. The server writes the same into the page it answers (site/pages/guest-logo.ts), so that it is there at once.
 */
export function Logo() {
  const { data, product } = useGuest();
  const { look } = data;
  if (look?.logo) {
    const className = look.logoPlate ? 'g-logo-image g-plate' : 'g-logo-image';
    return (
      <div className="g-logo">
        <img className={className} src={look.logo} alt={look.headerTitle ? '' : look.tenantId} />
        {look.headerTitle ? <span>{look.headerTitle}</span> : null}
      </div>
    );
  }
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
      <span>{look?.headerTitle ?? product}</span>
    </div>
  );
}
