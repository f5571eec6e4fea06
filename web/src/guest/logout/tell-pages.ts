import { logOperation } from '../../api/log-operation.ts';

/** Other services have this long to notice; somebody who signs out does not wait longer for them. */
const PATIENCE_MS = 4000;

function tell(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const frame = document.createElement('iframe');
    const end = (reached: boolean) => {
      clearTimeout(timer);
      resolve(reached);
    };
    const timer = setTimeout(() => end(false), PATIENCE_MS);
    frame.hidden = true;
    frame.onload = () => end(true);
    frame.src = address;
    document.body.append(frame);
  });
}

/** Opens the sign-out pages of other services out of sight (OpenID Connect Front-Channel Logout 1.0), all at a time. */
export async function tellPages(addresses: readonly string[]): Promise<void> {
  const allowed = addresses.filter((address) => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol));
  const reached = await Promise.all(allowed.map(tell));
  if (reached.includes(false))
    logOperation({ screenName: 'logout', userAction: 'logout', errorMessage: 'logout timeout' });
}
