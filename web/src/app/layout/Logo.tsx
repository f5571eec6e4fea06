import type { FrameTenant } from './frame-types.ts';
import classes from './Frame.module.css';

/** The tenant's logo where there is one, else the product's mark and the tenant's or product's name. */
export function Logo({ product, tenant }: { product: string; tenant: FrameTenant | null }) {
  if (tenant?.logoUrl) return <img className={classes.logoImage} src={tenant.logoUrl} alt={tenant.name} />;
  return (
    <>
      <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
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
    </>
  );
}
