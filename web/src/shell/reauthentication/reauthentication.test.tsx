import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Me } from '#contract/sign-in/me.ts';
import errors from '#messages/en/errors.json' with { type: 'json' };
import { renderInPortal } from '../../../test/render.tsx';
import { apiError, isCancelled } from '../../api/api-error.ts';
import { sendAsUser } from '../../api/call.ts';
import { askForProofBy, withProof } from '../../api/proof.ts';
import type { AlertContent } from '../../ui/page/AlertArea.tsx';
import { meQuery } from '../../base/session-queries.ts';
import { useAct } from '../../base/use-act.ts';
import { proofBody, type ProofWay, type TypedProof, nothingTyped, wayFor } from './proof-form.ts';
import { Reauthentication } from './Reauthentication.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const wanted = () => apiError(403, [{ message_id: 'reauthentication_required', message: '' }], 'r1');

/** A call, in a portal that asks by `ask`. */
const proved = async <T,>(act: () => Promise<T>, ask: () => Promise<boolean>): Promise<T> => {
  const stop = askForProofBy(ask);
  return withProof(act).finally(stop);
};

describe('a call that wants a newer proof', () => {
  test('asks once for all that are refused together', async () => {
    const act = () => vi.fn<() => Promise<string>>().mockRejectedValueOnce(wanted()).mockResolvedValueOnce('done');
    const ask = vi.fn(async () => true);
    const stop = askForProofBy(ask);
    await expect(Promise.all([withProof(act()), withProof(act())])).resolves.toEqual(['done', 'done']);
    expect(ask).toHaveBeenCalledTimes(1);
    stop();
    await expect(withProof(() => Promise.reject(wanted()))).rejects.toMatchObject({ status: 403 });
  });

  test('an act that needs no proof runs once, without asking', async () => {
    const ask = vi.fn();
    await expect(proved(async () => 'done', ask)).resolves.toBe('done');
    expect(ask).not.toHaveBeenCalled();
  });

  test('the act is repeated after the proof', async () => {
    const act = vi.fn<() => Promise<string>>().mockRejectedValueOnce(wanted()).mockResolvedValueOnce('done');
    await expect(proved(act, async () => true)).resolves.toBe('done');
    expect(act).toHaveBeenCalledTimes(2);
  });

  test('it is repeated once only', async () => {
    const act = vi.fn<() => Promise<string>>().mockRejectedValue(wanted());
    await expect(proved(act, async () => true)).rejects.toMatchObject({ status: 403 });
    expect(act).toHaveBeenCalledTimes(2);
  });

  test('giving the proof up ends the act as cancelled', async () => {
    const act = vi.fn<() => Promise<string>>().mockRejectedValue(wanted());
    const error = await proved(act, async () => false).catch((reason: unknown) => reason);
    expect(isCancelled(error)).toBe(true);
    expect(act).toHaveBeenCalledTimes(1);
  });

  test('other errors pass through unasked', async () => {
    const ask = vi.fn();
    const other = apiError(404, [{ message_id: 'not_found', message: '' }], 'r2');
    await expect(proved(() => Promise.reject(other), ask)).rejects.toBe(other);
    expect(ask).not.toHaveBeenCalled();
  });
});

describe('what proves an account', () => {
  const totp = [{ uuid: 'u', enabled: true, activatedAt: null }];
  const waiting = [{ uuid: 'u', enabled: false, activatedAt: null }];
  test.each<[boolean, Me['totp'], ProofWay]>([
    [true, [], 'password'],
    [true, waiting, 'password'],
    [true, totp, 'both'],
    [false, totp, 'otp'],
    [false, waiting, 'none'],
  ])('password %s, apps %j: %s', (passwordAssigned, apps, way) => {
    expect(wayFor({ passwordAssigned, totp: apps })).toBe(way);
  });

  test.each<[ProofWay, Partial<TypedProof>, object | undefined]>([
    ['password', {}, undefined],
    ['password', { password: 'p' }, { password: 'p' }],
    ['both', { password: 'p' }, undefined],
    ['both', { otp: '123456' }, undefined],
    ['both', { password: 'p', otp: '12345' }, undefined],
    ['both', { password: 'p', otp: '123456' }, { password: 'p', otp: '123456' }],
    ['both', { password: 'p', otp: '123456', byRecoveryCode: true }, undefined],
    [
      'both',
      { password: 'p', recoveryCode: ' abcd-efgh ', byRecoveryCode: true },
      { password: 'p', recoveryCode: 'abcd-efgh' },
    ],
    ['otp', { otp: '123456' }, { otp: '123456' }],
    ['none', {}, {}],
  ])('%s with %j sends %j', (way, typed, body) => {
    expect(proofBody(way, { ...nothingTyped, ...typed })).toEqual(body);
  });
});

function Sensitive({ act }: { act: () => Promise<string> }) {
  const [alert, setAlert] = useState<AlertContent>();
  const [done, setDone] = useState('');
  const { run } = useAct(setAlert);
  return (
    <>
      <button
        type="button"
        onClick={() => void run(() => sendAsUser(act)).then((answer) => setDone(answer?.answer ?? 'nothing'))}
      >
        Do it
      </button>
      <p>{done}</p>
      <p>{alert?.text}</p>
    </>
  );
}

function renderSensitive(act: () => Promise<string>) {
  const queryClient = new QueryClient();
  queryClient.setQueryData(meQuery.queryKey, {
    passwordAssigned: true,
    totp: [],
    recoveryCodesLeft: 0,
  } as unknown as Me);
  renderInPortal(
    <QueryClientProvider client={queryClient}>
      <Reauthentication>
        <Sensitive act={act} />
      </Reauthentication>
    </QueryClientProvider>,
  );
}

describe('the reauthentication dialog', () => {
  const stubServer = () => {
    const bodies: unknown[] = [];
    const server = vi.fn(async (url: string, init?: RequestInit) => {
      if (url.startsWith('/assets/texts/')) return Response.json({});
      const body = JSON.parse(String(init?.body)) as { password: string };
      bodies.push(body);
      if (body.password === 'right') return Response.json({ provedUntil: '2026-01-01T00:00:00Z' });
      return Response.json([{ message_id: 'wrong_currentPassword', message: '' }], { status: 400 });
    });
    vi.stubGlobal('fetch', server);
    vi.stubGlobal('__TEXTS_HASH__', 'test');
    const tokens = { accessToken: 't', endsAt: Date.now() + 600_000, scopes: [] };
    sessionStorage.setItem('portico-tokens', JSON.stringify(tokens));
    return bodies;
  };

  test('asks, says what is wrong at its field, and repeats the act after the proof', async () => {
    const bodies = stubServer();
    const act = vi.fn<() => Promise<string>>().mockRejectedValueOnce(wanted()).mockResolvedValueOnce('it is done');
    renderSensitive(act);
    await userEvent.click(screen.getByRole('button', { name: 'Do it' }));
    const box = await screen.findByLabelText(/^Password/);
    await userEvent.type(box, 'wrong');
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    await screen.findByText(errors.wrong_currentPassword);
    expect(act).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(document.activeElement).toBe(box));
    // It is selected, to be typed over.
    await userEvent.keyboard('right');
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    await screen.findByText('it is done');
    expect(act).toHaveBeenCalledTimes(2);
    expect(bodies).toEqual([{ password: 'wrong' }, { password: 'right' }]);
  });

  test('after canceling, the act is not repeated and no error is shown', async () => {
    stubServer();
    const act = vi.fn<() => Promise<string>>().mockRejectedValue(wanted());
    renderSensitive(act);
    await userEvent.click(screen.getByRole('button', { name: 'Do it' }));
    await screen.findByLabelText(/^Password/);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await screen.findByText('nothing');
    await waitFor(() => expect(screen.queryByLabelText(/^Password/)).toBeNull());
    expect(act).toHaveBeenCalledTimes(1);
  });
});
