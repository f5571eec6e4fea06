/** Asks the one who sits here to sign in again; resolves to whether they did. */
type Ask = () => Promise<boolean>;

let asks: Ask | undefined;
let asking: Promise<boolean> | undefined;
let declined = false;
let kept = 0;

/** Has calls whose session has ended ask by this, where there is something to keep; gives back how to stop. */
export function askToSignInBy(ask: Ask): () => void {
  asks = ask;
  return () => {
    if (asks === ask) asks = undefined;
  };
}

/** The page holds something that was typed and is not saved: it is not left for a sign-in. Gives back how to end it. */
export function keepPage(): () => void {
  kept += 1;
  let isOver = false;
  return () => {
    if (!isOver) kept -= 1;
    isOver = true;
  };
}

/** Whether a session that has ended is renewed here, and the page is not left for it. */
export const isPageKept = (): boolean => asks !== undefined && kept > 0;

/**
 * Asks, once for all calls that are refused together. Whoever has declined is asked again by what they do themselves, not
 * by what the page asks for in the background.
 */
export async function signInHere(): Promise<boolean> {
  if (!asks || (declined && navigator.userActivation?.isActive === false)) return false;
  asking ??= asks().finally(() => {
    asking = undefined;
  });
  const given = await asking;
  declined = !given;
  return given;
}
