import { type ReactNode, useState } from 'react';
import classes from './top.module.css';

/**
 * What stands below something whose height is not known yet comes once it is, and stays: so nothing jumps. Until then
 * there is room for it, which keeps the footer from jumping too.
 */
export function Below({ known, children }: { known: boolean; children: ReactNode }) {
  const [was, setWas] = useState(known);
  if (known && !was) setWas(true);
  return was || known ? children : <div className={classes.coming} aria-hidden="true" />;
}
