import { apiError, CANCELLED, hasErrorId } from './api-error.ts';

/** Asks who sits here; resolves to whether the proof was given. */
type Ask = () => Promise<boolean>;

let asks: Ask | undefined;
let asking: Promise<boolean> | undefined;

/** Has every call that wants a newer proof ask by this; gives back how to stop. Pages without one pass the refusal on. */
export function askForProofBy(ask: Ask): () => void {
  asks = ask;
  return () => {
    if (asks === ask) asks = undefined;
  };
}

/**
 * Does a call; when the server wants a newer proof of who sits here (`reauthentication_required`), asks for it and
 * repeats the call. Calls refused together ask once. Giving the proof up ends the call as cancelled, so that its page
 * stays as it was; every other error passes through.
 */
export async function withProof<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!asks || !hasErrorId(error, 'reauthentication_required')) throw error;
    asking ??= asks().finally(() => {
      asking = undefined;
    });
    if (!(await asking)) throw apiError(CANCELLED, [], '');
    return await send();
  }
}
