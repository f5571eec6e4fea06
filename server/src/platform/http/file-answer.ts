import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * A file as an answer. `gzipped`: the content is compressed, and is sent so to clients that accept it. `type`: content
 * type where the contract names only a family.
 */
export interface FileAnswer {
  fileName: string;
  content: Readable;
  type?: string;
  gzipped?: boolean;
}

const acceptsGzip = (header: string | undefined) =>
  /(^|,)\s*(gzip|\*)\s*(;\s*q=(1|0\.\d*[1-9]))?\s*(,|$)/.test(header ?? '');

/** Streams a file as a download under its name, with backpressure. */
export function sendFile(request: FastifyRequest, reply: FastifyReply, type: string, answer: FileAnswer): FastifyReply {
  const { fileName, content, gzipped } = answer;
  // The name of an uploaded file may hold anything (RFC 6266 section 4.3, RFC 8187).
  const plain = fileName.replace(/[^\w. -]/g, '_');
  reply
    .type(answer.type ?? type)
    .header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName)}`);
  if (!gzipped) return reply.send(content);
  reply.header('vary', 'accept-encoding');
  if (acceptsGzip(request.headers['accept-encoding'])) return reply.header('content-encoding', 'gzip').send(content);
  // An error aborts the answer, so that the client sees it as incomplete.
  return reply.send(pipeline(content, createGunzip(), () => {}));
}
