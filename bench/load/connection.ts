import { connect, type Socket } from 'node:net';

export interface HttpAnswer {
  status: number;
  /** Status line and headers. */
  head: string;
  body: string;
}

export interface Connection {
  /** Sends a complete request (head and body) and waits for its answer. */
  send(request: string): Promise<HttpAnswer>;
  close(): void;
}

/**
 * A keep-alive HTTP/1.1 connection for requests that depend on the previous answer. It is a bare socket, so that the
 * generator uses as little CPU as possible of the cores it shares with the server. Answers must have a length.
 */
export async function openConnection(port: number, localAddress?: string): Promise<Connection> {
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true, ...(localAddress && { localAddress }) });
  await new Promise<void>((done, failed) => socket.once('connect', done).once('error', failed));
  let waiting: { done(answer: HttpAnswer): void; failed(error: Error): void } | null = null;
  let received = '';
  socket.setEncoding('latin1');
  socket.on('data', (chunk) => {
    received += chunk;
    const answer = readAnswer(received);
    if (!answer || !waiting) return;
    received = '';
    const { done } = waiting;
    waiting = null;
    done(answer);
  });
  const lost = (error?: Error) => waiting?.failed(error ?? new Error('The server closed the connection'));
  socket.on('error', lost).on('close', () => lost());
  return {
    send: (request) =>
      new Promise((done, failed) => {
        waiting = { done, failed };
        socket.write(request);
      }),
    close: () => socket.destroy(),
  };
}

function readAnswer(text: string): HttpAnswer | null {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const head = text.slice(0, end);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (!length) throw new Error(`an answer without a length: ${head.slice(0, 200)}`);
  const body = text.slice(end + 4);
  return body.length < Number(length) ? null : { status: Number(head.slice(9, 12)), head, body };
}

/** A POST request as text. `body` is ASCII. */
export function postRequest(path: string, type: string, body: string, token?: string, cookie?: string): string {
  const authorization = token ? `authorization: Bearer ${token}\r\n` : '';
  return `POST ${path} HTTP/1.1\r\nhost: localhost\r\n${authorization}${cookieLine(cookie)}content-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}

/** A GET request as text. */
export const getRequest = (path: string, cookie?: string): string =>
  `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${cookieLine(cookie)}\r\n`;

const cookieLine = (cookie: string | undefined) => (cookie ? `cookie: ${cookie}\r\n` : '');
