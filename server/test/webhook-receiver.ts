import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { freePort } from './free-port.ts';

/** A message as received, whose signature was verified. */
export interface HeardEvent {
  id: string;
  type: string;
  sequence: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every shape
  data: any;
  /** How many of its signatures are right. */
  signatures: number;
  text: string;
  path: string;
}

export interface WebhookReceiver {
  address: string;
  /** The secrets it knows. */
  secrets: string[];
  heard: HeardEvent[];
  /** Requests that came, right or wrong. */
  requests: number;
  /** Its answer: a status, none, a very large one, or what it says of the event. */
  answers: number | 'never' | 'much' | ((event: HeardEvent) => number | Promise<number>);
  /** Where a redirect leads. */
  location: string | null;
  /** Most requests in hand at once. */
  most: number;
  close(): Promise<void>;
}

/** A receiver on loopback that verifies as the text of Standard Webhooks 1.0 says: id, time and body, in five minutes. */
export async function startWebhookReceiver(clock = () => new Date()): Promise<WebhookReceiver> {
  const port = await freePort();
  let inHand = 0;
  const server: Server = createServer((request, response) => {
    receiver.requests += 1;
    inHand += 1;
    receiver.most = Math.max(receiver.most, inHand);
    response.on('close', () => {
      inHand -= 1;
    });
    let body = '';
    request.on('data', (part: Buffer) => {
      body += part;
    });
    request.on('end', () => {
      void (async () => {
        const event = verify(request, body, receiver.secrets, clock());
        if (!event) {
          response.statusCode = 401;
          response.end('wrong signature');
          return;
        }
        if (receiver.answers === 'never') return;
        if (receiver.answers === 'much') {
          response.on('error', () => {});
          const part = Buffer.alloc(1024 * 1024, 'x');
          for (let n = 0; n < 100 && !response.destroyed; n++) {
            if (!response.write(part)) await new Promise((done) => response.once('drain', done).once('close', done));
          }
          response.end();
          receiver.heard.push(event);
          return;
        }
        const { answers } = receiver;
        const status = typeof answers === 'function' ? await answers(event) : answers;
        if (status < 300) receiver.heard.push(event);
        response.statusCode = status;
        if (receiver.location) response.setHeader('location', receiver.location);
        response.end(`answered ${status}`);
      })();
    });
  });
  const receiver: WebhookReceiver = {
    address: `http://127.0.0.1:${port}/hook?key=planted-key`,
    secrets: [],
    heard: [],
    requests: 0,
    answers: 200,
    location: null,
    most: 0,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return receiver;
}

function verify(request: IncomingMessage, text: string, secrets: readonly string[], now: Date): HeardEvent | null {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = request.headers;
  if (request.method !== 'POST' || request.headers['content-type'] !== 'application/json') return null;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > 300) return null;
  const given = String(signature)
    .split(' ')
    .map((each) => Buffer.from(each));
  const right = secrets.filter((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    const made = Buffer.from(`v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64')}`);
    return given.some((each) => each.length === made.length && timingSafeEqual(each, made));
  });
  if (right.length === 0) return null;
  const { type, sequence, data } = JSON.parse(text);
  return { id: String(id), type, sequence, data, signatures: right.length, text, path: request.url ?? '' };
}
