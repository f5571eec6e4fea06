import { apiError, CANCELLED, hasErrorId } from '../../api/api-error.ts';

/**
 * Does a sensitive act; when the server wants a newer proof of who sits here (`reauthentication_required`), asks for
 * it and repeats the act. Giving the proof up ends the act as cancelled; every other error passes through.
 * @param ask resolves to whether the proof was given
 */
export async function proved<T>(act: () => Promise<T>, ask: () => Promise<boolean>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!hasErrorId(error, 'reauthentication_required')) throw error;
    if (!(await ask())) throw apiError(CANCELLED, [], '');
    return await act();
  }
}
