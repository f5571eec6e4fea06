import Fastify from 'fastify';

/**
 * A Fastify that only answers: given bytes and a method, it answers with these. Request bodies are read and dropped.
 */
const app = Fastify();
let bytes = '{}';
app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
app.route({
  method: ['GET', 'POST'],
  url: '/bytes',
  handler: async (_request, reply) => reply.type('application/json; charset=utf-8').send(bytes),
});
const listening = app.listen({ port: 0, host: '127.0.0.1' });

process.on('message', (question: { bytes: string }) => {
  bytes = question.bytes;
  listening.then(
    (address) => process.send?.({ result: { port: Number(new URL(address).port) } }),
    (error) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
