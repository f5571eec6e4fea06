/** A turning wheel. With a label it is announced; inside a button that has words it is not. */
export function Spinner({ label }: { label?: string }) {
  return (
    <span className="g-spinner" role={label ? 'status' : undefined} aria-hidden={label ? undefined : true}>
      {label ? <span className="g-hidden">{label}</span> : null}
    </span>
  );
}
