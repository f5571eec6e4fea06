import type { FrameTenant } from './frame-types.ts';
import classes from './Frame.module.css';

/** The tenant's logo where there is one, else the product's mark; beside it the title the tenant chose, else a name. */
export function Logo({ product, tenant }: { product: string; tenant: FrameTenant | null }) {
  const title = tenant?.headerTitle;
  if (tenant?.logoUrl) {
    const look = tenant.logoPlate ? `${classes.logoImage} ${classes.plate}` : classes.logoImage;
    return (
      <>
        <img className={look} src={tenant.logoUrl} alt={title ? '' : tenant.name} />
        {title ? <span>{title}</span> : null}
      </>
    );
  }
  return (
    <>
      <svg className={classes.mark} viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
        <rect width="32" height="32" rx="8" />
        <path d="M9 24V15a7 7 0 0 1 14 0v9M16 24v-8" fill="none" strokeWidth="2.5" strokeLinecap="round" />
      </svg>
      <span>{title ?? tenant?.name ?? product}</span>
    </>
  );
}
