import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createRequestTimes } from './request-times.ts';

test('counts into cumulative buckets, by route and status', () => {
  const times = createRequestTimes();
  for (const seconds of [0.0005, 0.001, 0.3, 60]) times.note('GET', '/a', 200, seconds);
  times.note('GET', '/a', 404, 0.01);
  const text = times.text();
  const of = (line: string) => text.split('\n').find((one) => one.startsWith(`portico_http_request_seconds${line}`));
  const series = 'method="GET",route="/a",status="200"';
  expect(of(`_bucket{${series},le="0.001"}`)).toMatch(/ 2$/);
  expect(of(`_bucket{${series},le="0.1"}`)).toMatch(/ 2$/);
  expect(of(`_bucket{${series},le="0.5"}`)).toMatch(/ 3$/);
  expect(of(`_bucket{${series},le="+Inf"}`)).toMatch(/ 4$/);
  expect(of(`_sum{${series}}`)).toMatch(/ 60\.3015$/);
  expect(of(`_count{${series}}`)).toMatch(/ 4$/);
  expect(of(`_count{method="GET",route="/a",status="404"}`)).toMatch(/ 1$/);
});

test('stands after the figures of the registry as one text', async () => {
  const text = `${await new Registry().metrics()}${createRequestTimes().text()}`;
  expect(text.trimStart()).toMatch(/^# HELP portico_http_request_seconds [^\n]+\n# TYPE [^\n]+ histogram\n$/);
});

test('a label holds what it is given, however it is written', () => {
  const times = createRequestTimes();
  times.note('GET', '/a"} 1\nportico_fake{b="\\', 200, 1);
  const lines = times.text().split('\n');
  expect(lines.some((line) => line.startsWith('portico_fake'))).toBe(false);
  expect(lines.at(-2)).toBe(
    'portico_http_request_seconds_count{method="GET",route="/a\\"} 1\\nportico_fake{b=\\"\\\\",status="200"} 1',
  );
});
