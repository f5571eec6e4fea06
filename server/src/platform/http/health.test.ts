import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, startTestApp } from '#test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('the metrics count each answer by its route and status, in one text with those of the process', async () => {
  for (let n = 0; n < 3; n += 1) await app.call('GET', '/healthz');
  await app.call('GET', '/api/auth/me');
  const metrics = async () => (await app.call('GET', '/metrics')).body;
  const series = 'portico_http_request_seconds';
  // Recorded after the answer has been sent.
  await expect.poll(metrics).toContain(`${series}_count{method="GET",route="/api/auth/me",status="401"} 1\n`);
  const text = await metrics();
  expect(text).toContain(`${series}_count{method="GET",route="/healthz",status="200"} 3\n`);
  expect(text).toContain(`${series}_bucket{le="+Inf",method="GET",route="/healthz",status="200"} 3\n`);
  expect(text.match(/^# TYPE portico_http_request_seconds .*$/gm)).toEqual([`# TYPE ${series} histogram`]);
  expect(text).toContain('# TYPE process_cpu_seconds_total counter');
});
