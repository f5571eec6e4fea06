/** Where a call comes from, as far as events say it. */
export interface CallOrigin {
  /** IP address. */
  address: string;
  userAgent: string;
  requestId: string;
  /** What the caller sent as `X-Request-Id`. */
  clientRequestId: string | null;
}
