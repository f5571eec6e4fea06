import classes from './MailAddress.module.css';

/** An address in a row, on two lines at most: broken after the sign between name and domain rather than in a word. */
export function MailAddress({ address }: { address: string }) {
  const at = address.lastIndexOf('@') + 1;
  return (
    <span className={classes.address} title={address}>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
  );
}
