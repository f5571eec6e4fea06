import type { completeDevice, verifyDevice } from '#contract/apps/oauth-provider.ts';
import type { AnswerOf } from '#contract/route.ts';
import { call } from '../../api/call.ts';

export type DeviceRequest = AnswerOf<typeof verifyDevice>;

/** Which device shows this code, and what it asks for. */
export function findDevice(userCode: string): Promise<DeviceRequest> {
  return call<typeof verifyDevice>({
    method: 'POST',
    path: '/api/auth/oauth/provider/device/verification',
    body: { userCode },
  });
}

/** Lets the device in, or refuses it. */
export async function answerDevice(
  userCode: string,
  accept: boolean,
  { shares }: Pick<DeviceRequest, 'shares'>,
): Promise<void> {
  await call<typeof completeDevice>({
    method: 'POST',
    path: '/api/auth/oauth/provider/device/complete',
    body: { userCode, accept, shares },
  });
}
