import type { exchangeToken, LoginAnswer } from '#contract/sign-in/login.ts';
import { isApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { type Problem, problemOf } from '../../../guest-kit/problem.ts';
import type { TextKey, Translate } from '../../../i18n/keys.ts';
import { loadAreas, portalTexts } from '../../../i18n/texts.ts';
import type { Returned } from '../returned.ts';

/** The sentence of an error that the server named in the address; undefined for what is none. */
export async function failureWords(errorId: string): Promise<string | undefined> {
  await loadAreas('errors');
  const key = `errors.${errorId}` as TextKey;
  const words = portalTexts.translate()(key);
  return words === key || !/^\w+$/.test(errorId) ? undefined : words;
}

const exchange = (exchangeCode: string): Promise<LoginAnswer> =>
  call<typeof exchangeToken>({
    method: 'POST',
    path: '/api/account/exchangeToken',
    noAuth: true,
    body: { exchangeCode, withMyInfo: true },
  });

/** Goes on with what the browser came back with; resolves to what is to be said of it. Throws where nothing was reached. */
export async function complete(
  returned: Returned,
  t: Translate,
  goOn: (answer: Promise<LoginAnswer>) => Promise<void>,
): Promise<Problem<never>['alert']> {
  if ('failure' in returned) return { text: (await failureWords(returned.failure)) ?? t('guest.unknownError') };
  try {
    await goOn(exchange(returned.exchangeCode));
    return undefined;
  } catch (error) {
    if (!isApiError(error)) throw error;
    return problemOf<never>(error, t, () => undefined).alert;
  }
}
